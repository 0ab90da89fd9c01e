import { invalid } from '@frankly/contracts/errors';
import type { Projection } from '@frankly/projections/engine/projection';
import { readModels } from '../read-models.ts';

/** The one of this name, or all. @throws DomainError naming those that exist */
export function readModelsNamed(name: string | undefined): readonly Projection[] {
  if (name === undefined) return readModels;
  const found = readModels.filter((one) => one.name === name);
  if (found.length > 0) return found;
  const names = readModels.map((one) => one.name).join(', ');
  throw invalid({ path: '--projection', message: `There is no read model "${name}". There are: ${names}.` });
}
