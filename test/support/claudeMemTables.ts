/** The tables of claude-mem in some of its versions, with the columns that its migrations gave them. */
export const CLAUDE_MEM = {
  /** The first ones, before the service had an agent of its own. */
  memories: `
    CREATE TABLE sessions (id INTEGER PRIMARY KEY, session_id TEXT UNIQUE NOT NULL, project TEXT NOT NULL,
      created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL, source TEXT NOT NULL DEFAULT 'compress');
    CREATE TABLE memories (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, text TEXT NOT NULL, document_id TEXT UNIQUE,
      keywords TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL, project TEXT NOT NULL,
      origin TEXT NOT NULL DEFAULT 'transcript', title TEXT, subtitle TEXT, facts TEXT, concepts TEXT, files_touched TEXT);
    CREATE TABLE overviews (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, content TEXT NOT NULL,
      created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL, project TEXT NOT NULL);`,
  /** Migration 4: a note is one text. */
  text: `
    CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, claude_session_id TEXT UNIQUE NOT NULL, sdk_session_id TEXT UNIQUE,
      project TEXT NOT NULL, user_prompt TEXT, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL,
      completed_at TEXT, completed_at_epoch INTEGER, status TEXT NOT NULL DEFAULT 'active');
    CREATE TABLE observations (id INTEGER PRIMARY KEY, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL,
      text TEXT NOT NULL, type TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, sdk_session_id TEXT UNIQUE NOT NULL, project TEXT NOT NULL,
      request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT,
      notes TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);`,
  /** Migration 10: a note has parts, and the prompts of users are kept. */
  parts: `
    CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, claude_session_id TEXT UNIQUE NOT NULL, sdk_session_id TEXT UNIQUE,
      project TEXT NOT NULL, user_prompt TEXT, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL,
      completed_at TEXT, completed_at_epoch INTEGER, status TEXT NOT NULL DEFAULT 'active', worker_port INTEGER,
      prompt_counter INTEGER DEFAULT 0);
    CREATE TABLE observations (id INTEGER PRIMARY KEY, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
      type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,
      files_modified TEXT, prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL,
      request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT,
      notes TEXT, prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, claude_session_id TEXT NOT NULL, prompt_number INTEGER NOT NULL,
      prompt_text TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);`,
  /** Migration 35: sessions are named otherwise, and belong to a platform. */
  newest: `
    CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT UNIQUE NOT NULL,
      memory_session_id TEXT UNIQUE, project TEXT NOT NULL, platform_source TEXT NOT NULL DEFAULT 'claude',
      user_prompt TEXT, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, completed_at TEXT,
      completed_at_epoch INTEGER, status TEXT NOT NULL DEFAULT 'active', worker_port INTEGER,
      prompt_counter INTEGER DEFAULT 0, custom_title TEXT);
    CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
      type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,
      files_modified TEXT, prompt_number INTEGER, discovery_tokens INTEGER DEFAULT 0, content_hash TEXT, agent_type TEXT,
      agent_id TEXT, merged_into_project TEXT, generated_by_model TEXT, metadata TEXT, created_at TEXT NOT NULL,
      created_at_epoch INTEGER NOT NULL);
    CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
      request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT,
      notes TEXT, prompt_number INTEGER, discovery_tokens INTEGER DEFAULT 0, merged_into_project TEXT,
      created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
    CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, content_session_id TEXT NOT NULL, prompt_number INTEGER NOT NULL,
      prompt_text TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);`,
} as const;
