import { readModels } from '@frankly/services/read-models';
import { projectionLaws } from '../kit/projection-laws.ts';
import { history } from './history.ts';

for (const projection of readModels) projectionLaws(projection, history);
