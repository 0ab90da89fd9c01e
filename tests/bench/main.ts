import { benchAppend } from './append.ts';
import { type BenchPlatform, withPlatform } from './bench-platform.ts';
import { benchDashboardCells } from './dashboard-cells.ts';
import { benchHttpIntake } from './http-intake.ts';
import { print, type Row } from './measured.ts';
import { benchFreshness, benchProjection } from './projection.ts';
import { benchSignIn } from './sign-in.ts';

const onAPlatform = (bench: (platform: BenchPlatform) => Promise<Row[]>) => () => withPlatform(bench);

/** Each on a server of its own, one after the other. `npm run bench -- append freshness` runs just these. */
const benches: Record<string, () => Promise<Row[]>> = {
  append: onAPlatform(benchAppend),
  projection: onAPlatform((platform) => benchProjection(platform)),
  freshness: onAPlatform((platform) => benchFreshness(platform)),
  dashboard: benchDashboardCells,
  intake: () => benchHttpIntake({ seconds: 60 }),
  'sign-in': benchSignIn,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.error(`measuring ${name} ...`);
  rows.push(...(await bench()));
}
print(rows);
