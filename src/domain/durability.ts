/**
 * What a commit has to outlive: `replicated` the loss of the primary, by a synchronous standby; `single` a crash of the one
 * server; `managed` what the operator knows of a managed service, which cannot be seen from inside.
 */
export const DURABILITIES = ['replicated', 'managed', 'single'] as const;
export type Durability = (typeof DURABILITIES)[number];
