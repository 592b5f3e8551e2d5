// The screens of this area lie in one file, since they share most of their code (`web/app/routes.ts`).
export { default as MetricsScreen } from '../../pages/operations/metricsScreen.js';
export { default as OperationsScreen } from '../../pages/operations/operationsScreen.js';
