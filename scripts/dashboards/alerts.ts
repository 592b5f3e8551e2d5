import { CONDITION_CODES, entryOf } from '../../src/diagnostics/catalogue.js';

/** Conditions that nobody has to act on. */
const INFO_CODES = CONDITION_CODES.filter((code) => entryOf(code).level === 'info');

/** A condition that somebody has to act on. */
export interface Alert {
  /** PromQL; it holds for each instance that it gives a value for. */
  readonly expr: string;
  /** For how long it holds before somebody is told, such as `5m`. */
  readonly for: string;
  /** `critical`: something is refused, lost or wrong now. `warning`: it will be, if nobody acts. */
  readonly severity: 'critical' | 'warning';
  /** What is wrong, in one line. */
  readonly summary: string;
  /** What to do. */
  readonly action: string;
}

/** A restart may end what still holds acknowledged notes, such as a log whose file was deleted. */
const READ_FIRST =
  'GET /readyz says which part is not ready, and what to do. Read it before a restart.';

/** The alerts by their names. `job` is what docs/deploy.md calls the vaults in Prometheus. */
export const ALERTS: Readonly<Record<string, Alert>> = {
  MemoryVaultDown: {
    expr: 'up{job="memory-vault"} == 0',
    for: '2m',
    severity: 'critical',
    summary: '{{ $labels.instance }} does not answer /metrics',
    action: 'See whether the process runs, and read the last lines that it logged.',
  },
  MemoryVaultNotReady: {
    expr: 'memory_vault_ready == 0',
    for: '5m',
    severity: 'critical',
    summary: '{{ $labels.instance }} is not ready',
    action: READ_FIRST,
  },
  MemoryVaultRestarts: {
    expr: 'changes(memory_vault_process_start_time_seconds[1h]) > 3',
    for: '0m',
    severity: 'warning',
    summary: '{{ $labels.instance }} started {{ $value }} times within an hour',
    action: 'Read the last lines that it logged before each end.',
  },
  MemoryVaultDiskNearlyFull: {
    expr: 'memory_vault_conditions{code="disk_nearly_full"} == 1',
    for: '10m',
    severity: 'warning',
    summary: 'The disk of {{ $labels.instance }} is nearly full',
    action: 'Free some space. On a full disk, saves answer 503.',
  },
  MemoryVaultCondition: {
    expr: `memory_vault_conditions{code!~"${INFO_CODES.join('|')}"} == 1`,
    for: '5m',
    severity: 'warning',
    summary: '{{ $labels.instance }}: {{ $labels.code }}',
    action: 'docs/messages.md says what the code means and what to do.',
  },
  MemoryVaultBackupOld: {
    expr: 'memory_vault_backup_age_seconds > 7 * 86400',
    for: '1h',
    severity: 'warning',
    summary: 'The last backup of {{ $labels.instance }} is {{ $value | humanizeDuration }} old',
    action: 'memory-vault backup makes one. memory-vault service install makes one each day.',
  },
  MemoryVaultNoBackup: {
    // Only NaN differs from itself.
    expr: 'memory_vault_backup_age_seconds != memory_vault_backup_age_seconds',
    for: '1d',
    severity: 'warning',
    summary: 'memory-vault has never backed up {{ $labels.instance }}',
    action: 'memory-vault backup makes a backup. Silence this alert if another program makes them.',
  },
  MemoryVaultNoSpaceToForget: {
    expr: 'memory_vault_disk_free_bytes < on (instance, job) 2 * memory_vault_database_bytes{database="views"}',
    for: '10m',
    severity: 'warning',
    summary: '{{ $labels.instance }} has too little free disk to forget notes',
    action: 'Free some space: forgetting writes views.db again and needs twice its size.',
  },
  MemoryVaultWritesRefused: {
    expr: 'sum by (instance, job) (rate(memory_vault_http_requests_total{method!~"GET|HEAD|OPTIONS",status="503"}[5m])) > 0',
    for: '5m',
    severity: 'critical',
    summary: '{{ $labels.instance }} refuses writes',
    action: READ_FIRST,
  },
  MemoryVaultErrors: {
    expr: 'sum by (instance, job) (increase(memory_vault_http_requests_total{status=~"5..",status!="503"}[15m])) > 0',
    for: '0m',
    severity: 'critical',
    summary: '{{ $labels.instance }} answered with an error that is not documented',
    action: 'Find the request in the log of the service, and report it.',
  },
  MemoryVaultUnavailable: {
    expr: 'sum by (instance, job) (rate(memory_vault_http_requests_total{status="503"}[10m])) / sum by (instance, job) (rate(memory_vault_http_requests_total[10m])) > 0.05',
    for: '10m',
    severity: 'warning',
    summary:
      '{{ $labels.instance }} answers {{ $value | humanizePercentage }} of requests with 503',
    action: 'The `code` of the answers says whether it is overloaded or not ready.',
  },
  MemoryVaultSlowCommits: {
    expr: 'histogram_quantile(0.99, sum by (le, instance, job) (rate(memory_vault_log_commit_seconds_bucket[10m]))) > 1',
    for: '10m',
    severity: 'warning',
    summary: 'Commits of {{ $labels.instance }} take {{ $value | humanizeDuration }}',
    action: 'See what else uses the disk of the log, and whether the disk is healthy.',
  },
  MemoryVaultReadModelStopped: {
    expr: 'memory_vault_projection_stopped == 1',
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.projection }} of {{ $labels.instance }} stopped',
    action: 'GET /admin/projections names the event that it could not apply.',
  },
  MemoryVaultReadModelBehind: {
    expr: 'memory_vault_projection_lag_events > 1000',
    for: '5m',
    severity: 'warning',
    summary: '{{ $labels.projection }} of {{ $labels.instance }} is {{ $value }} events behind',
    action: 'See whether the machine has CPU left, and what the log of the service says.',
  },
  MemoryVaultErasurePending: {
    expr: 'memory_vault_erasure_pending == 1',
    for: '1h',
    severity: 'critical',
    summary: '{{ $labels.instance }} still holds a text that was forgotten an hour ago',
    action: 'End what still reads the vault: an export, a verification or a backup that hangs.',
  },
  MemoryVaultForked: {
    expr: 'memory_vault_shared_log_forked == 1',
    for: '0m',
    severity: 'critical',
    summary: '{{ $labels.instance }} and the shared log contradict each other',
    action:
      'One of them lost events or was changed. memory-vault log lost lists what only this node holds. See docs/cluster/failures.md before anything is started again.',
  },
  MemoryVaultUnheard: {
    expr: 'memory_vault_shared_log_unheard_seconds > 5',
    for: '1m',
    severity: 'critical',
    summary:
      '{{ $labels.instance }} has not heard from the shared log for {{ $value | humanizeDuration }}',
    action: 'Check PostgreSQL, and the network between it and this node.',
  },
  MemoryVaultHiveFailing: {
    expr: 'memory_vault_hive_consecutive_failures >= 5',
    for: '10m',
    severity: 'warning',
    summary: '{{ $labels.instance }} failed {{ $value }} times in a row to push to the hub',
    action: 'GET /api/v1/hive/status says why.',
  },
  MemoryVaultHiveBehind: {
    expr: 'memory_vault_hive_lag_seconds > 3600',
    for: '10m',
    severity: 'warning',
    summary: 'What {{ $labels.instance }} has to push is {{ $value | humanizeDuration }} old',
    action: 'GET /api/v1/hive/status says why. A hub forgets only what it is told to forget.',
  },
  MemoryVaultEventLoopLag: {
    expr: 'memory_vault_nodejs_eventloop_lag_p99_seconds > 0.5',
    for: '5m',
    severity: 'warning',
    summary: 'The event loop of {{ $labels.instance }} is {{ $value | humanizeDuration }} late',
    action: 'The machine has too little CPU, or one request takes too long: see the durations.',
  },
};
