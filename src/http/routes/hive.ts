import { HiveStatus, hiveStatus } from '../../hive/hiveStatus.js';
import { route } from '../route.js';

export const hiveStatusRoute = route({
  method: 'GET',
  path: '/api/v1/hive/status',
  operationId: 'getHiveStatus',
  tag: 'hive',
  summary: 'Get the state of the hive',
  description: 'Whether observations are exchanged with another instance, and how that goes.',
  answers: { 200: { description: 'The state.', content: HiveStatus, example: hiveStatus() } },
  errors: [],
  handle: () => hiveStatus(),
});
