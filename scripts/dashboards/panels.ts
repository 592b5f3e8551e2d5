/** How one metric is drawn. What it means and how it is queried follow from its description in `/api/v1/metrics`. */
export interface Panel {
  /** Without the prefix `memory_vault_`, which all have. */
  readonly metric: string;
  readonly title: string;
  /** A unit of Grafana, such as `s`, `bytes`, `reqps` or `short`. */
  readonly unit: string;
  /** Labels that get a line each; all others are added up. */
  readonly by?: readonly string[];
}

/** The rows of the dashboard, with their panels. */
export const ROWS: Readonly<Record<string, readonly Panel[]>> = {
  State: [
    { metric: 'ready', title: 'Ready', unit: 'bool_yes_no' },
    { metric: 'disk_free_bytes', title: 'Free disk', unit: 'bytes' },
    { metric: 'disk_size_bytes', title: 'Size of the disk', unit: 'bytes' },
    { metric: 'database_bytes', title: 'Databases', unit: 'bytes', by: ['database'] },
    { metric: 'conditions', title: 'Conditions', unit: 'bool_yes_no', by: ['code'] },
    { metric: 'backup_age_seconds', title: 'Age of the last backup', unit: 's' },
    { metric: 'erasure_pending', title: 'Erasure pending', unit: 'bool_yes_no' },
    { metric: 'erasure_pending_seconds', title: 'Age of the oldest pending erasure', unit: 's' },
    { metric: 'clock_behind_seconds', title: 'Clock behind the last event', unit: 's' },
  ],
  Requests: [
    { metric: 'http_requests_total', title: 'Requests', unit: 'reqps', by: ['status'] },
    {
      metric: 'http_request_duration_seconds',
      title: 'Duration of requests',
      unit: 's',
      by: ['route'],
    },
    { metric: 'saves_total', title: 'Saves', unit: 'ops', by: ['outcome'] },
    { metric: 'redactions_total', title: 'Redactions', unit: 'ops', by: ['kind'] },
  ],
  Log: [
    { metric: 'log_position', title: 'Events in the log', unit: 'short' },
    { metric: 'log_append_seconds', title: 'Append', unit: 's' },
    { metric: 'log_commit_seconds', title: 'Commit', unit: 's' },
    { metric: 'log_batch_events', title: 'Events in a commit', unit: 'short' },
  ],
  'Shared log': [
    { metric: 'shared_log_position', title: 'Events in the shared log', unit: 'short' },
    { metric: 'shared_log_lag_events', title: 'Events that the copy lacks', unit: 'short' },
    { metric: 'shared_log_unheard_seconds', title: 'Not heard from it for', unit: 's' },
    { metric: 'shared_log_lock_wait_seconds', title: 'Wait for its end', unit: 's' },
    { metric: 'shared_log_interruptions_total', title: 'Exchanges that failed', unit: 'short' },
    { metric: 'shared_log_forked', title: 'Forked', unit: 'bool_yes_no' },
  ],
  'Read models': [
    { metric: 'projection_position', title: 'Position', unit: 'short', by: ['projection'] },
    { metric: 'projection_lag_events', title: 'Events behind', unit: 'short', by: ['projection'] },
    { metric: 'projection_stopped', title: 'Stopped', unit: 'bool_yes_no', by: ['projection'] },
  ],
  Hive: [
    { metric: 'hive_state', title: 'State', unit: 'bool_yes_no', by: ['state'] },
    { metric: 'hive_pending', title: 'Pending events', unit: 'short' },
    { metric: 'hive_lag_seconds', title: 'Age of the oldest pending event', unit: 's' },
    { metric: 'hive_pushed_total', title: 'Items pushed', unit: 'short' },
    { metric: 'hive_refused', title: 'Observations refused', unit: 'short' },
    { metric: 'hive_consecutive_failures', title: 'Failures in a row', unit: 'short' },
  ],
  Process: [
    { metric: 'process_cpu_seconds_total', title: 'CPU', unit: 'percentunit' },
    { metric: 'process_resident_memory_bytes', title: 'Resident memory', unit: 'bytes' },
    { metric: 'nodejs_heap_size_used_bytes', title: 'Heap in use', unit: 'bytes' },
    { metric: 'nodejs_external_memory_bytes', title: 'External memory', unit: 'bytes' },
    { metric: 'nodejs_eventloop_lag_p99_seconds', title: 'Event loop lag, p99', unit: 's' },
    {
      metric: 'nodejs_gc_duration_seconds',
      title: 'Garbage collection',
      unit: 's',
      by: ['kind'],
    },
    { metric: 'nodejs_active_resources_total', title: 'Active resources', unit: 'short' },
  ],
};

/** The metrics that no panel shows, by the reason. */
export const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'Only Linux has them.': [
    'process_virtual_memory_bytes',
    'process_heap_bytes',
    'process_open_fds',
    'process_max_fds',
  ],
  'They are parts of the CPU time that is shown.': [
    'process_cpu_user_seconds_total',
    'process_cpu_system_seconds_total',
  ],
  'The 99th percentile says it.': [
    'nodejs_eventloop_lag_seconds',
    'nodejs_eventloop_lag_min_seconds',
    'nodejs_eventloop_lag_max_seconds',
    'nodejs_eventloop_lag_mean_seconds',
    'nodejs_eventloop_lag_stddev_seconds',
    'nodejs_eventloop_lag_p50_seconds',
    'nodejs_eventloop_lag_p90_seconds',
  ],
  'The total of active resources says whether something leaks.': [
    'nodejs_active_resources',
    'nodejs_active_handles',
    'nodejs_active_handles_total',
    'nodejs_active_requests',
    'nodejs_active_requests_total',
  ],
  'The heap in use says it.': [
    'nodejs_heap_size_total_bytes',
    'nodejs_heap_space_size_total_bytes',
    'nodejs_heap_space_size_used_bytes',
    'nodejs_heap_space_size_available_bytes',
  ],
  'It is constant.': ['nodejs_version_info'],
  'An alert counts the starts.': ['process_start_time_seconds'],
};
