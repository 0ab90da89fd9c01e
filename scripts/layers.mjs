import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const workspaces = ['contracts', 'infra', 'projections', 'services', 'web'];
const fewestModules = 20;

/** The modules that were read in the folder and the imports that break a rule: `[{ from, to, rule }]`. */
async function inspect(baseDir, folders) {
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet: { forbidden } });
  return {
    read: output.modules.filter(({ source, coreModule }) => !coreModule && !source.includes('node_modules')).length,
    violations: output.summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name })),
  };
}

/** One import per rule that breaks it. */
const planted = {
  'contracts-below-infra-projections-services-web': ['contracts/a.ts', '@frankly/infra/a'],
  'infra-below-projections-services-web': ['infra/a.ts', '@frankly/projections/one/a'],
  'projections-below-services-web': ['projections/one/a.ts', '@frankly/services/http/a'],
  'services-below-web': ['services/http/a.ts', '../../web/a.tsx'],
  'web-below-infra-projections-services': ['web/a.tsx', '@frankly/infra/b'],
  'services-features-apart': ['services/one/a.ts', '../two/a.ts'],
  'projections-features-apart': ['projections/two/a.ts', '../one/b.ts'],
  'web-features-apart': ['web/features/one/a.tsx', '../two/a.tsx'],
  'web-ui-below-features': ['web/ui/a.tsx', '../features/two/a.tsx'],
  'product-without-tests': ['services/two/a.ts', '../../tests/kit/a.ts'],
  'no-circular': ['infra/b.ts', './c.ts'],
  resolvable: ['contracts/b.ts', './nowhere.ts'],
};
const innocent = {
  'infra/c.ts': `import './b.ts';`,
  'projections/one/b.ts': '',
  'web/features/two/a.tsx': '',
  'tests/kit/a.ts': '',
};

/** Rules that let their planted import pass. A checker that never failed proves nothing. */
async function blindRules() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'frankly-layers-')));
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  try {
    for (const workspace of workspaces) {
      write(
        `${workspace}/package.json`,
        JSON.stringify({ name: `@frankly/${workspace}`, type: 'module', exports: { './*': './*.ts' } }),
      );
      fs.mkdirSync(path.join(folder, 'node_modules/@frankly'), { recursive: true });
      fs.symlinkSync(path.join(folder, workspace), path.join(folder, 'node_modules/@frankly', workspace));
    }
    for (const [file, text] of Object.entries(innocent)) write(file, text);
    for (const [file, to] of Object.values(planted)) write(file, `import ${JSON.stringify(to)};`);
    const { violations } = await inspect(folder, workspaces);
    const caught = (rule) => violations.some((violation) => violation.rule === rule && violation.from === planted[rule]?.[0]);
    return forbidden.map(({ name }) => name).filter((rule) => !caught(rule));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const blind = await blindRules();
const { read, violations } = await inspect(
  process.cwd(),
  [...workspaces, 'tests'].filter((folder) => fs.existsSync(folder)),
);

for (const { from, to, rule } of violations) console.log(`${rule}: ${from} -> ${to}`);
if (blind.length) console.log(`planted violations went unseen: ${blind.join(', ')}`);
if (read < fewestModules) console.log(`only ${read} modules were read: the check is blind`);
console.log(
  `${read} modules read, ${violations.length} violations, ${Object.keys(planted).length - blind.length} planted ones caught`,
);
process.exitCode = violations.length || blind.length || read < fewestModules ? 1 : 0;
