// Generated from the API document by `npm run client`. Do not edit.

export interface paths {
    "/api/v1/observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List observations, or get several by their ids
         * @description By `created_at`, newest first, with the filters of the search. The next page neither repeats nor skips one while others are saved. With `ids`, those come; the end of an id that fits several is refused (409). As an event stream, each that is saved or revised from now on, or after `Last-Event-ID`; `{"id":…,"forgotten":true}` where one is forgotten.
         */
        get: operations["listObservations"];
        put?: never;
        /**
         * Save an observation
         * @description Stores a typed note; a 200 means that it is on disk. The same content in the same session is stored once, unless `force` is set. Secrets are replaced by `[REDACTED]` before.
         */
        post: operations["saveObservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save many observations
         * @description Up to 100,000 and 64 MiB, as a JSON array or NDJSON. A bad item (one of more than 8 MiB is bad) does not stop the others. With an admin credential, the `id` and `created_at` of an export are kept. An `Idempotency-Key` covers every item by its line: a batch that was cut short can be sent again in full.
         */
        post: operations["saveObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an observation by its id */
        get: operations["getObservation"];
        put?: never;
        post?: never;
        /**
         * Forget an observation
         * @description Erases it and all its revisions for good. Reads then answer 404, and no file of the vault holds its text. The log still verifies.
         */
        delete: operations["forgetObservation"];
        options?: never;
        head?: never;
        /**
         * Revise an observation
         * @description Stores the next revision; fields that are not given stay. Reads show the newest one, the history all. A revision that changes nothing is not recorded.
         */
        patch: operations["reviseObservation"];
        trace?: never;
    };
    "/api/v1/observations/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all revisions of an observation, oldest first */
        get: operations["getObservationHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pin an observation
         * @description Puts it first in the context of its project. Who may revise it may pin it; pinning it again changes nothing.
         */
        put: operations["pinObservation"];
        post?: never;
        /** Unpin an observation, if it is pinned */
        delete: operations["unpinObservation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get related observations
         * @description Those of the same session, with the same tags or with the same rare words, the highest score first.
         */
        get: operations["getRelated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get near-duplicates of an observation
         * @description Those of the same project that have most of their words in common with it, the most similar first.
         */
        get: operations["getNearDuplicates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}/supersedable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get observations that an observation may contradict or replace
         * @description Those of the same project that say about the same with another number, with or without a negation or in other words, and those about the same place in a file. `PATCH` it with `supersedes` to say that it takes the place of one.
         */
        get: operations["getSupersedable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search observations
         * @description Full-text search, best hits first: by the words of an observation and of those around it in its session. Observations with all of up to three words come first; more words are a question. A word that no observation holds is read as the closest ones. With `project`, hits of its layers come with it, marked with `layer`: what is `personal`, and what holds `everywhere`. Quotes, `AND`, `OR`, `NOT`, `NEAR(…)`, `word*`, `^word` and `title:`, `content:`, `tags:` are FTS5 syntax; any other text is words.
         */
        get: operations["searchObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count all hits by facet
         * @description The values of each facet, at most 20 of them, most frequent first; `month` is that of `created_at` in UTC, such as `2026-11`. Without `q`, all observations that fit the filters are counted, of a project without its layers. Of more than 40000 matches, the newest are counted: `complete` is false.
         */
        get: operations["countFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/context/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the recent context of a project
         * @description Its pinned observations, then those about the files that `file` names (decisions, antipatterns and patterns first), then the latest others, each newest first; none of an unknown project. Superseded ones are left out unless pinned. Pins take at most half of the places, those about files half of the rest, while there are others. Behind them come its layers, marked with `layer`: what is `personal`, and what holds `everywhere`, pinned first, in a quarter of the places or what the project leaves.
         */
        get: operations["getContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/timeline/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the timeline of a project
         * @description Its observations, oldest first. `from` and `to` are inclusive.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/summary/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the summary of a project
         * @description Counts, latest observations, decisions and last session; zeros and nulls of an unknown project.
         */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects, the most recently active first */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the activity of each day
         * @description How many observations were made on each of the last days in UTC, oldest first; days without any are left out.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repositories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List which repositories are which projects
         * @description A member sees what is bound for its team and for all.
         */
        get: operations["listRepositories"];
        /**
         * Say which project a repository is
         * @description For all or for a `team`, whatever it was before: after a fork or a move, several repositories may be one project. Notes stay in the projects that they are in.
         */
        put: operations["bindRepository"];
        /**
         * Get the project of a repository
         * @description Binds it the first time: to the project that is called like its last part, as long as no other repository is that, else to its owner and name, else to all of it; to one of the longer names first where a project has it. A member binds for its team. With `X-Vault-Repository`, other requests do the same.
         */
        post: operations["claimRepository"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openspec/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the conventions of a project
         * @description Returns what the project has agreed on. Before anything is published, `version` is 0 and `content` is empty.
         */
        get: operations["getConventions"];
        /**
         * Publish the conventions of a project
         * @description Stores the next version, for all or for a `team`: its members read their own.
         */
        put: operations["publishConventions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/openspec/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget the conventions of a project
         * @description Erases those for all, or for a `team`, with all their versions for good. Later ones start at version 1.
         */
        delete: operations["forgetConventions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sdd/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the SDD phase of a project
         * @description Of spec-driven development; `explore` until the project enters another.
         */
        get: operations["getSdd"];
        /**
         * Move a project to an SDD phase
         * @description For all or for a `team`. Any move is allowed, and every move is recorded.
         */
        put: operations["enterPhase"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a work session
         * @description Observations can be saved in it.
         */
        post: operations["startSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a work session */
        get: operations["getSession"];
        /**
         * End a work session with a summary
         * @description Ending it again with the same summary changes nothing.
         */
        put: operations["endSession"];
        post?: never;
        /**
         * Forget a work session
         * @description Erases it for good: project, team, country, agent, goal and summary. Its observations stay, with its id.
         */
        delete: operations["forgetSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}/told": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what agents were told in a session, oldest first */
        get: operations["getTold"];
        put?: never;
        /**
         * Record what an agent was told in a session
         * @description At one moment: the ids of notes with their revisions, and the tokens of all of it. Who started the session may record it.
         */
        post: operations["recordTold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List work sessions, newest first
         * @description `limit` and `before` read them page by page.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List prompts by name, the newest version of each */
        get: operations["listPrompts"];
        put?: never;
        /**
         * Save a prompt
         * @description Stores a text under a name. New content is the next version; the same changes nothing. On a vault for members only, a member’s prompt belongs to its team, and only who made it may add versions.
         */
        post: operations["savePrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a version of a prompt, by default the newest */
        get: operations["getPrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/prompts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget a prompt
         * @description Erases all its versions for good. One saved under that name later starts at version 1.
         */
        delete: operations["forgetPrompt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hive/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the hive
         * @description Whether this vault exchanges observations with another instance, and how that goes.
         */
        get: operations["getHiveStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/hive/projects/{project}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a project in the hive
         * @description Pushes nothing of the project until it is resumed, not even what was saved before. What the hub already has stays there.
         */
        post: operations["pauseHiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/hive/projects/{project}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a project in the hive
         * @description Pushes it again, including what was saved during the pause.
         */
        post: operations["resumeHiveProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/hive/refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the hub refused
         * @description Lists the observations that the hub refused and that were not pushed since, newest first.
         */
        get: operations["listRefusedItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/hive/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the hive, oldest first
         * @description Those whose keys are in force, without the keys.
         */
        get: operations["listHiveMembers"];
        put?: never;
        /**
         * Issue a key to a member of the hive
         * @description Makes this vault a hub. The key is for one vault, which sets VAULT_HIVE_KEY to it. Only this answer shows it: the hub keeps a hash.
         */
        post: operations["issueHiveKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/hive/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke the key of a member
         * @description Requests with the key are refused (401) from now on. What was received with it stays; only a key for its `origin` can push for its vault. The name of the member is forgotten.
         */
        delete: operations["revokeHiveKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that this instance is a hub
         * @description For vaults that use this one as their hub.
         */
        get: operations["getHubHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/observations/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive observations of another vault
         * @description Stores, revises or forgets what another vault pushes. A batch sent twice, in parts or in another order has the same result. The body may be gzip, up to 8 MiB unpacked. A bad item does not stop the others. The key of a member is bound to the first origin that it pushes for and refused for every other.
         */
        post: operations["pushObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search observations of other vaults
         * @description Searches like `GET /api/v1/search`, but only what this hub received. Project, team and author are compared with the names as they were sent: hashes, unless VAULT_HIVE_NAMES=1.
         */
        get: operations["searchHub"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}/verdict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether an observation was of use
         * @description One voice for each session of an agent, for each caller outside of sessions, and for each member behind walls: its last verdict counts, and the same one again changes nothing. A revision begins without verdicts.
         */
        post: operations["giveVerdict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List observations that somebody should look at again
         * @description Those that are due, that a newer one contradicts, or that are often wrong: several voices found them outdated or wrong, and more than they have helped. Revise them, or supersede them; give one that is due a later time, and say that one helped that is contradicted and holds all the same. The newest first.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what became of observations between two moments
         * @description Those that were `added`, `changed` or `superseded`, that `expired` (past `valid_until`), or that were `forgotten`, of which only the id is known; the latest first. By when it was recorded: an import counts on its day.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count what became of observations between two moments */
        get: operations["countChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens
         * @description What happens to notes and sessions that the caller may see, in the order of the log, with the names of CloudEvents. `data` is null once it is forgotten. With `Accept: text/event-stream` the answer is a stream of server-sent events: those after `Last-Event-ID` or `after`, else from now on. `limit` applies to the list only.
         */
        get: operations["listPublicEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposed observations
         * @description Those that wait for somebody to accept or refuse them, newest first, with the filters of the search. Until then, no agent gets them, and searches and lists show them only with `state`. One with `suspect` speaks to the model that reads it: edit it first, or refuse it.
         */
        get: operations["getInbox"];
        put?: never;
        /**
         * Accept and refuse many proposed observations
         * @description At most 1000 of each. What cannot be decided is left as it is, and does not stop the others.
         */
        post: operations["decideInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a proposed observation
         * @description From now on it counts. One that is accepted already is no change; one with `suspect` is refused (409).
         */
        post: operations["acceptObservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a proposed observation
         * @description It is forgotten, as a DELETE forgets it. One that is accepted is left (409).
         */
        post: operations["refuseObservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/observations/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget several observations
         * @description All of them, at most 1000, or none: where one cannot be forgotten, the answer says why of each, and nothing is. One receipt names them all.
         */
        post: operations["forgetObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget many observations
         * @description Erases every observation that matches all filters (at least one), with all its revisions, for good.
         */
        post: operations["purge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a project or a person
         * @description Erases everything of a project or about a person, for good, and gives a receipt that does not name them. `GET /admin/export?person=` shows first what would go. What is saved later stays.
         */
        post: operations["forget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/forget/{receipt}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the receipt of a forgetting */
        get: operations["getForgettingReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export observations
         * @description As NDJSON. `POST /api/v1/observations/batch` accepts the lines and, with an admin credential, keeps ids and times. With `person`, all that `POST /admin/forget` would erase; what is no observation comes as events, with a `kind`.
         */
        get: operations["exportObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything
         * @description Sessions, notes, prompts, conventions and phases with all their versions, one a line, as of one moment. Equal vaults give equal bytes. Prompts belong to no project.
         */
        get: operations["exportArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an archive
         * @description Takes in up to 100,000 lines of an archive and 64 MiB, with their ids and times. What the vault has is `same`. What was changed or forgotten here stays so.
         */
        post: operations["importArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the runs of imports, newest first */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/imports/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo an import
         * @description Forgets what a run brought and brings back what it changed, but nothing that was changed since. It can be imported again, with a new run.
         */
        delete: operations["undoImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/import/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file
         * @description As `memory-vault import ndjson`, `csv` and `notes` do with a file of at most 32 MiB, 100,000 rows, 1,000 columns and 1 MiB a row, or 256 KiB of Markdown. One is imported at a time. The answer comes while the file is read: lines `{"read","total"}`, and at last `{"report"}`, beside a `failure` where it was not read to its end. With `dry_run`, the report says what each column becomes and what the first notes would be. Who breaks off ends the import; what it brought is kept, and its run can be undone.
         */
        post: operations["importFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get statistics of what the caller may see */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signed checkpoint
         * @description The number of events and the root of the RFC 6962 tree over them, signed with Ed25519 as in https://c2sp.org/tlog-checkpoint. Kept elsewhere, it proves later that no event before it was changed. `X-Min-Position` asks for one that covers at least that many events.
         */
        get: operations["getCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public key of checkpoints
         * @description For signed checkpoints: `name+hash+key` (https://c2sp.org/signed-note). Keep it elsewhere: who could change the log could also answer with another key.
         */
        get: operations["getCheckpointKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/inclusion/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that an event is in the log
         * @description The audit path (RFC 6962 §2.1.1) of an event, or of the first event of an observation, by `id`; a forgotten one keeps its proof. The answer shows the whole envelope, with the actor: of a member, the id. Behind a wall, only what the caller may read is proved, and nothing that was forgotten.
         */
        get: operations["proveInclusion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that the log only grew
         * @description The proof (RFC 6962 §2.1.2) that a log of `to` events begins with exactly the log that had `from`.
         */
        get: operations["proveConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the checkpoint for monitors
         * @description As `GET /api/v1/audit/checkpoint`, where https://c2sp.org/tlog-tiles has it, with a line of each witness that cosigned it.
         */
        get: operations["getLogCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tile/{level}/{tile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tile of the tree
         * @description Up to 256 hashes, as in https://c2sp.org/tlog-tiles, for monitors. It never changes.
         */
        get: operations["getTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tile/entries/{tile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bundle of entries
         * @description What the hashes of that tile of level 0 are made from: envelopes, without texts.
         */
        get: operations["getEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/witnesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who cosigned the log */
        get: operations["getWitnesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/add-checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a checkpoint of another log cosigned
         * @description As in https://c2sp.org/tlog-witness, for the logs in VAULT_WITNESSES.
         */
        post: operations["addCheckpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/log/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the log
         * @description Reads the whole log from disk and checks every payload, hash, guard and page; then compares the read models with a replay. Saves go on.
         */
        post: operations["verifyLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the log
         * @description By position, or with `before` the newest first. `data` of an erased event is null. With `Accept: text/event-stream` the answer is a stream of server-sent events: the recorded ones, then each new one, each with its position as id. `limit` applies to the list only.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the log */
        get: operations["getLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/projections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the read models, and the progress of a rebuild */
        get: operations["getProjections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/projections/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebuild the read models
         * @description Builds new ones from the log, compares them with those in use, and replaces them. Reads and writes go on.
         */
        post: operations["rebuildProjections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how the service is doing
         * @description All that an operator looks at, with a point for every ten seconds of the last hour. With `Accept: text/event-stream`, every two seconds, and more often while something is in progress; after the first, with new points only.
         */
        get: operations["getOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Back up the log
         * @description Copies the log into a new file in `VAULT_BACKUP_DIR` and verifies the copy; the newest seven stay. Saves go on. Where no file can be written, a 409 says why.
         */
        post: operations["backUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with an invite
         * @description Exchanges an invite for a session of 30 days. An invite works once.
         */
        post: operations["redeemInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the member that the session token belongs to */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Log out
         * @description The token stops working at once.
         */
        delete: operations["logOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/team/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of my team, in the order in which they joined */
        get: operations["listOwnTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/browser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is logged in in this browser
         * @description Tells by the cookie of `POST /auth/browser`, and clears one whose login has ended.
         */
        get: operations["getBrowserLogin"];
        put?: never;
        /**
         * Log a browser in
         * @description For the page of the service: gives the browser a cookie for 8 hours. Needs `Sec-Fetch-Site: same-origin`, which browsers send from localhost and over HTTPS only.
         */
        post: operations["logInBrowser"];
        /**
         * Log a browser out
         * @description Ends the login of the cookie, and clears it.
         */
        delete: operations["logOutBrowser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a code for a browser
         * @description A code with which a browser logs in as you: once, within 2 minutes. The cookie of a browser gets none.
         */
        post: operations["issueLoginCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List teams, oldest first */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description Names are compared without case. One in which the privacy filter finds something is refused.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{team}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a team
         * @description All logins, invites and tokens of its members end. Its name and their e-mail addresses are erased for good, except where observations, sessions, prompts and conventions carry them.
         */
        delete: operations["removeTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{team}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of a team, in the order in which they joined */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member
         * @description Then they can be invited. E-mail addresses are compared without case.
         */
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{team}/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Logins, invites and tokens end at once, and the e-mail address is erased. Notes with it as their author stay: `POST /admin/forget` takes them, too.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{team}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all invites of a team, newest first */
        get: operations["listInvites"];
        put?: never;
        /**
         * Invite a member
         * @description Its token logs the member in once, within 7 days. Only this answer shows it: the vault keeps a hash.
         */
        post: operations["issueInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{team}/invites/{invite}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invite
         * @description One that was used answers 409: log the member out instead.
         */
        delete: operations["revokeInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{team}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the logins of a team that are valid now, newest first */
        get: operations["listTeamSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/teams/{team}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Log a member out
         * @description Ends this login at once.
         */
        delete: operations["endTeamSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tokens that live, newest first
         * @description Yours; the owner and admins see all of them.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Make a token for an agent or a program
         * @description It acts for you, as far as its scope and its projects go, and is sent as `Authorization: Bearer`. It never administers, and behind walls a token of an admin sees what its team sees. Only this answer shows it: the vault keeps a hash.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description It stops working at once, on other nodes as soon as they hear of it.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks and how far they are
         * @description Those of this vault, the oldest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Sends its receiver what happens from now on to notes and sessions, but nothing personal: in order, at least once, signed as Standard Webhooks. Only this answer shows the secret.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description Nothing is sent any more, and its address is deleted.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the secret of a webhook
         * @description Everything is signed with the new one from now on.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a webhook again at once
         * @description This also works after its receiver has answered 410.
         */
        post: operations["retryWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a webhook
         * @description An event of the type `webhook.test`, at once and outside of the order.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description Reads neither the log nor the read models.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service is ready
         * @description The log can be read and takes saves, and the read models have applied all of it. `conditions` lists what is wrong.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status
         * @description The version, the uptime and the number of observations that the caller may see.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a client of MCP gets access tokens (RFC 9728) */
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** See what an application asks for, and let it in or not */
        post: operations["decideConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Model Context Protocol
         * @description For agents: the tools, resources and prompts of the vault over streamable HTTP, of protocol 2026-07-28 and those of 2025, without sessions. `X-Vault-Project` names the project, percent-encoded; without it, a tool works on all projects or asks for one. `X-Vault-Repository` tells it from others of its name. Refusals of the protocol are errors of JSON-RPC.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get metrics in the Prometheus text format */
        get: operations["scrapeMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get metrics in the Prometheus text format */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how to use this API
         * @description At most 2,000 tokens for agents (https://llmstxt.org).
         */
        get: operations["getLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description OpenAPI 3.1, compressed with Brotli or gzip for those who accept it.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SaveObservation: {
            title: string;
            content: string;
            type: components["schemas"]["ObservationType"];
            tags?: components["schemas"]["Name"][] | null;
            /** @description The files, commits and branches that it is about; at most 20. */
            anchors?: components["schemas"]["Anchors"] | null;
            /**
             * Format: date-time
             * @description Until when it holds: afterwards it comes after what holds.
             */
            valid_until?: string | null;
            /** @description When somebody should look at it. */
            review_after?: string | null;
            project?: components["schemas"]["NewName"] | null;
            team?: components["schemas"]["NewName"] | null;
            country?: components["schemas"]["Name"] | null;
            author?: components["schemas"]["Name"] | null;
            session_id?: components["schemas"]["Ulid"] | null;
            /** @description The observation that this one takes the place of. */
            supersedes?: string | null;
            /** @description `proposed`: it waits in the inbox, and no agent gets it until somebody accepts it. Default `accepted`. */
            state?: ("accepted" | "proposed") | null;
            /** @description Check and filter it without storing it. Default false. */
            dry_run?: boolean | null;
            /** @description Store it even if the session already holds it. Default false. */
            force?: boolean | null;
            readonly id?: unknown;
            readonly created_at?: unknown;
            readonly updated_at?: unknown;
            readonly content_bytes?: unknown;
            readonly saved_by?: unknown;
            readonly revision?: unknown;
            readonly origin?: unknown;
            readonly superseded_by?: unknown;
            readonly pinned?: unknown;
            readonly verdicts?: unknown;
            readonly often_wrong?: unknown;
            readonly validity?: unknown;
            readonly suspect?: unknown;
        };
        /** @enum {string} */
        ObservationType: "decision" | "pattern" | "bugfix" | "learning" | "context" | "antipattern" | "task" | "feature" | "refactor" | "discovery";
        Name: string;
        Anchors: {
            /** @description A file, from the root of the repository, with `/`. */
            path?: string | null;
            /** @description Lines of it, such as `10-24`; from 1. */
            lines?: string | null;
            /** @description A function, class or setting in it. */
            symbol?: string | null;
            /** @description The first digits of the SHA-256 of the text of these lines, or of the file: lines end with LF. A client tells by it whether the text has changed. */
            hash?: string | null;
            /** @description The commit at which that was so. */
            commit?: string | null;
            branch?: string | null;
        }[];
        NewName: components["schemas"]["Name"];
        /**
         * @description ULID, 26 characters of Crockford base32.
         * @example 01KA5ZJ3M4T6V8X0Y2Z4A6C8E0
         */
        Ulid: string;
        /** @description A `SaveObservation` with id, time and longer texts. */
        ImportObservation: {
            title: string;
            content: string;
            type: components["schemas"]["ObservationType"];
            tags?: components["schemas"]["Name"][] | null;
            anchors?: {
                /** @description A file, from the root of the repository, with `/`. */
                path?: string | null;
                /** @description Lines of it, such as `10-24`; from 1. */
                lines?: string | null;
                /** @description A function, class or setting in it. */
                symbol?: string | null;
                /** @description The first digits of the SHA-256 of the text of these lines, or of the file: lines end with LF. A client tells by it whether the text has changed. */
                hash?: string | null;
                /** @description The commit at which that was so. */
                commit?: string | null;
                branch?: string | null;
            }[] | null;
            /**
             * Format: date-time
             * @description Until when it holds: afterwards it comes after what holds.
             */
            valid_until?: string | null;
            /** @description When somebody should look at it. */
            review_after?: string | null;
            project?: string | null;
            team?: string | null;
            country?: string | null;
            author?: string | null;
            session_id?: components["schemas"]["Ulid"] | null;
            supersedes?: string | null;
            /** @description `proposed`: it waits in the inbox, and no agent gets it until somebody accepts it. Default `accepted`. */
            state?: ("accepted" | "proposed") | null;
            dry_run?: boolean | null;
            force?: boolean | null;
            id?: components["schemas"]["Ulid"] | null;
            created_at?: string | null;
            readonly updated_at?: unknown;
            readonly content_bytes?: unknown;
            readonly saved_by?: unknown;
            readonly revision?: unknown;
            readonly origin?: unknown;
            readonly superseded_by?: unknown;
            readonly pinned?: unknown;
            readonly verdicts?: unknown;
            readonly often_wrong?: unknown;
            readonly validity?: unknown;
            readonly suspect?: unknown;
        };
        ReviseObservation: {
            title?: string | null;
            content?: string | null;
            type?: components["schemas"]["ObservationType"] | null;
            tags?: components["schemas"]["Name"][] | null;
            /** @description All that it has from now on. */
            anchors?: components["schemas"]["Anchors"] | null;
            /** @description null takes it away. */
            valid_until?: string | null;
            /** @description null takes it away. */
            review_after?: string | null;
            /** @description The observation that this one takes the place of; null for none any more. */
            supersedes?: string | null;
        };
        ClaimRepository: {
            repository: components["schemas"]["Repository"];
            /** @description Binds nothing. */
            dry_run?: boolean | null;
        };
        Repository: components["schemas"]["Name"];
        BindRepository: {
            repository: components["schemas"]["Repository"];
            project: components["schemas"]["NewName"];
            /** @description The team that it is bound for; by default all. */
            team?: components["schemas"]["Name"] | null;
        };
        PublishConventions: {
            content: string;
            /** @description The team that they are for; by default all. */
            team?: components["schemas"]["Name"] | null;
        };
        EnterPhase: {
            phase: components["schemas"]["SddPhase"];
            /** @description The team whose phase it is; by default that of all. */
            team?: components["schemas"]["Name"] | null;
        };
        /** @enum {string} */
        SddPhase: "explore" | "propose" | "spec" | "design" | "tasks" | "apply" | "verify" | "archive" | "onboard";
        StartSession: {
            project: components["schemas"]["NewName"];
            team?: components["schemas"]["NewName"] | null;
            country?: components["schemas"]["Name"] | null;
            agent?: components["schemas"]["Name"] | null;
            goal?: string | null;
            /** @description What the caller calls the session, such as the id of a conversation. In the same project it gives the same session again, also an ended one; a `goal` fills one that is empty. One in which the privacy filter finds something gives a new session each time. */
            client_ref?: components["schemas"]["Name"] | null;
        };
        EndSession: {
            summary: string;
        };
        RecordTold: {
            moment?: ("start" | "prompt" | "before_edit" | "before_command" | "after_failure" | "search") | null;
            notes?: {
                id: components["schemas"]["Ulid"];
                /** @default 1 */
                revision: number;
            }[] | null;
            tokens?: number | null;
            /** @description When it was told, if that was before now. */
            at?: string | null;
            /** @description Several moments, instead of the others. */
            told?: {
                /** @enum {string} */
                moment: "start" | "prompt" | "before_edit" | "before_command" | "after_failure" | "search";
                notes: {
                    id: components["schemas"]["Ulid"];
                    /** @default 1 */
                    revision: number;
                }[];
                tokens: number;
                /** @description When it was told, if that was before now. */
                at?: string | null;
            }[] | null;
        } | unknown | unknown;
        SavePrompt: {
            name: components["schemas"]["NewName"];
            content: string;
            tags?: components["schemas"]["Name"][] | null;
            /** @description The team that it belongs to; by default all. */
            team?: components["schemas"]["Name"] | null;
        };
        IssueHiveKey: {
            /**
             * @description What the owner calls the member.
             * @example ada-laptop
             */
            name: components["schemas"]["Name"];
            /** @description The vault that may use the key. Without it, the key is bound to the first vault that pushes with it, unless that vault had a key before. */
            origin?: components["schemas"]["Instance"] | null;
        };
        /** @description Identifies the sending vault: 32 hex characters, derived from the first event of its log. */
        Instance: string;
        HiveBatch: {
            origin: components["schemas"]["Instance"];
            events: unknown[];
        };
        GiveVerdict: {
            /** @enum {string} */
            verdict: "helped" | "outdated" | "wrong";
            /** @description The one that was judged, by default the newest. Only that one counts. */
            revision?: number | null;
            /** @description The session in which it was found. */
            session_id?: components["schemas"]["Ulid"] | null;
        };
        DecideInbox: {
            /** @description Ids, or `{"id","revision"}` with the revision that was read. */
            accept?: (string | {
                id: string;
                revision: number;
            })[] | null;
            /** @description The same; these are forgotten. */
            refuse?: (string | {
                id: string;
                revision: number;
            })[] | null;
        };
        ForgetObservations: {
            ids: string[];
        };
        Purge: {
            project?: components["schemas"]["Name"] | null;
            team?: components["schemas"]["Name"] | null;
            type?: components["schemas"]["ObservationType"] | null;
            /** @description Only observations created before this time. */
            before?: string | null;
            /** @description Only count what matches. Default false. */
            dry_run?: boolean | null;
        };
        Forget: {
            /** @description Everything of this project, compared without case. */
            project?: string | null;
            /** @description An e-mail address or a name that notes have as author, compared without case, or the id of a member. */
            person?: string | null;
            /** @description Only count what matches. Default false. */
            dry_run?: boolean | null;
        } | {
            project: string;
            person?: null;
        } | {
            person: string;
            project?: null;
        };
        /** @description A line of an archive: docs/import-export.md describes them. */
        ArchiveLine: {
            /** @enum {string} */
            record: "repository" | "note" | "session" | "prompt" | "conventions" | "phases";
        } & {
            [key: string]: unknown;
        };
        RedeemInvite: {
            /** @description The token of the invite: 64 hex characters. */
            token: string;
        };
        CreateTeam: {
            name: components["schemas"]["NewName"];
        };
        AddMember: {
            email: components["schemas"]["Email"];
            /** @description An admin may do all that the owner may. Default member. */
            role?: ("member" | "admin") | null;
        };
        Email: string;
        IssueInvite: {
            email: components["schemas"]["Email"];
        };
        CreateToken: {
            /** @description Yours alone, among your tokens that live. Case does not count. */
            name: string;
            /** @description `read` what you see, `write` what stays, `forget` for good. */
            scope: ("read" | "write" | "forget")[];
            /** @description It is bound to them: everything else is as if it were not there. */
            projects?: components["schemas"]["Name"][] | null;
            /** @description When it ends. Without it, it lasts until it is revoked, or its member is removed. */
            expires_at?: string | null;
        };
        AddWebhook: {
            /** @description https:// and a host of VAULT_WEBHOOK_HOSTS; http:// for this machine only. */
            url: string;
            /** @description Types of events, as of `GET /api/v1/events`; by default all. */
            types?: ("observation.saved" | "observation.revised" | "observation.forgotten" | "session.started" | "session.goal_set" | "session.abandoned" | "session.ended" | "session.forgotten")[] | null;
        };
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            id?: string | number;
            method: string;
            params?: {
                [key: string]: unknown;
            };
        };
        SaveAnswer: components["schemas"]["Saved"] | components["schemas"]["Deduplicated"] | components["schemas"]["Rehearsed"] | components["schemas"]["RehearsedDuplicate"];
        Saved: {
            id: components["schemas"]["Ulid"];
            redactions?: components["schemas"]["Redactions"];
            /**
             * @description It waits in the inbox. Left out where it is accepted.
             * @constant
             */
            state?: "proposed";
            /** @description Why it is given to no agent: it speaks to the model that reads it. */
            suspect?: string;
        };
        /** @description What was replaced by `[REDACTED]`, by kind. */
        Redactions: {
            kind: string;
            count: number;
        }[];
        /** @description The session already holds the same content; nothing was stored. */
        Deduplicated: {
            /** @constant */
            deduplicated: true;
            existing_id: components["schemas"]["Ulid"];
        };
        /** @description What a save without `dry_run` would have stored. */
        Rehearsed: {
            id: components["schemas"]["Ulid"];
            /** @constant */
            dry_run: true;
            observation: components["schemas"]["Observation"];
            redactions: components["schemas"]["Redactions"];
        };
        Observation: {
            id: components["schemas"]["Ulid"];
            session_id: components["schemas"]["Ulid"] | null;
            project?: string;
            team?: string;
            country?: string;
            type: components["schemas"]["ObservationType"];
            title: string;
            content: string;
            /** @description Of the whole content in UTF-8, where `content` is shortened. */
            content_bytes?: number;
            tags: string[];
            /** @description What it is about. */
            anchors?: components["schemas"]["Anchor"][];
            author?: string;
            /** @description Who saved it, on a vault for members only: an e-mail, else the caller in the log. */
            saved_by?: string;
            created_at: components["schemas"]["UtcTime"];
            /** @description From 1. Of an observation with a single revision, only the history shows it. */
            revision?: number;
            /** @description The vault that it was received from, and its id there. */
            origin?: {
                instance: string;
                id: components["schemas"]["Ulid"];
            };
            /** @description The note whose place it takes. */
            supersedes?: components["schemas"]["Ulid"];
            /** @description The newest note that takes its place. */
            superseded_by?: components["schemas"]["Ulid"];
            /** @constant */
            pinned?: true;
            /** @description Left out while there are none. */
            verdicts?: components["schemas"]["Verdicts"];
            /**
             * @description At least two voices found it outdated or wrong, and more than it has helped.
             * @constant
             */
            often_wrong?: true;
            /** @description Until when it holds. */
            valid_until?: components["schemas"]["UtcTime"];
            /** @description When somebody should look at it. */
            review_after?: components["schemas"]["UtcTime"];
            /**
             * @description Past `valid_until`, past `review_after`, or, where it has neither, old for its type. Left out while it holds.
             * @enum {string}
             */
            validity?: "expired" | "due" | "aged";
            /**
             * @description It waits in the inbox. Left out where it is accepted.
             * @constant
             */
            state?: "proposed";
            /** @description Why it is given to no agent: it speaks to the model that reads it. */
            suspect?: string;
            /** @description Time of this revision. */
            updated_at?: components["schemas"]["UtcTime"];
        };
        /** @description What a note is about. */
        Anchor: {
            path?: string;
            lines?: string;
            symbol?: string;
            hash?: string;
            commit?: string;
            branch?: string;
        };
        /**
         * Format: date-time
         * @description RFC 3339 in UTC, whole seconds.
         */
        UtcTime: string;
        /** @description How many voices found what of it, as far as the caller may hear them. */
        Verdicts: {
            helped: number;
            outdated: number;
            wrong: number;
        };
        RehearsedDuplicate: components["schemas"]["Deduplicated"] & {
            /** @constant */
            dry_run: true;
        };
        /**
         * @description Why a request was refused (RFC 9457).
         * @example {
         *       "type": "about:blank",
         *       "title": "Bad Request",
         *       "status": 400,
         *       "code": "invalid_payload",
         *       "detail": "title: must be at most 100 characters",
         *       "error": "title: must be at most 100 characters",
         *       "errors": [
         *         {
         *           "path": "/title",
         *           "message": "must be at most 100 characters"
         *         }
         *       ],
         *       "request_id": "f3b1c9d2"
         *     }
         */
        Problem: {
            /** Format: uri-reference */
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "invalid_payload" | "invalid_parameter" | "invalid_query" | "missing_credential" | "invalid_admin_key" | "invalid_session" | "invalid_invite" | "used_invite" | "expired_invite" | "forbidden" | "invalid_hive_key" | "forbidden_origin" | "forbidden_host" | "not_found" | "method_not_allowed" | "session_ended" | "conflict" | "forgotten" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "internal_error" | "not_ready" | "overloaded";
            detail: string;
            /** @description The same as `detail`. */
            error: string;
            /** @description Every validation error; `path` is a JSON Pointer. */
            errors?: components["schemas"]["InvalidField"][];
            request_id: string;
        };
        InvalidField: {
            path: string;
            message: string;
        };
        /** @description Observations by their ids, in the order asked, each once. */
        ObservationsByIds: {
            observations: components["schemas"]["Observation"][];
            /** @description The ids that were not found, as the request gave them. */
            missing: string[];
        };
        BatchResults: {
            /** @description One result per item, in order. */
            results: (components["schemas"]["SaveAnswer"] | components["schemas"]["FailedItem"])[];
            total: number;
            stored: number;
            deduplicated: number;
            failed: number;
        };
        /** @description An item that was refused. It does not stop the others. */
        FailedItem: {
            line: number;
            error: string;
            errors: components["schemas"]["InvalidField"][];
        };
        ForgettingPending: {
            /** @constant */
            status: "pending";
        };
        RelatedObservation: components["schemas"]["Observation"] & {
            reasons: ("session" | "tags" | "words")[];
            /** @description Share of the rare words of the note that it has, plus half of the share of its tags, plus a quarter for the same session. */
            score: number;
        };
        NearDuplicate: components["schemas"]["Observation"] & {
            /** @description Words in both, as a share of the words in either: 0.5 to 1. */
            similarity: number;
        };
        SupersedableObservation: {
            id: components["schemas"]["Ulid"];
            session_id: components["schemas"]["Ulid"] | null;
            project?: string;
            team?: string;
            country?: string;
            type: components["schemas"]["ObservationType"];
            title: string;
            content: string;
            /** @description Of the whole content in UTF-8, where `content` is shortened. */
            content_bytes?: number;
            tags: string[];
            /** @description What it is about. */
            anchors?: components["schemas"]["Anchor"][];
            author?: string;
            /** @description Who saved it, on a vault for members only: an e-mail, else the caller in the log. */
            saved_by?: string;
            created_at: components["schemas"]["UtcTime"];
            /** @description From 1. Of an observation with a single revision, only the history shows it. */
            revision?: number;
            /** @description The vault that it was received from, and its id there. */
            origin?: {
                instance: string;
                id: components["schemas"]["Ulid"];
            };
            /** @description The note whose place it takes. */
            supersedes?: components["schemas"]["Ulid"];
            /** @description The newest note that takes its place. */
            superseded_by?: components["schemas"]["Ulid"];
            /** @constant */
            pinned?: true;
            /** @description Left out while there are none. */
            verdicts?: components["schemas"]["Verdicts"];
            /**
             * @description At least two voices found it outdated or wrong, and more than it has helped.
             * @constant
             */
            often_wrong?: true;
            /** @description Until when it holds. */
            valid_until?: components["schemas"]["UtcTime"];
            /** @description When somebody should look at it. */
            review_after?: components["schemas"]["UtcTime"];
            /**
             * @description Past `valid_until`, past `review_after`, or, where it has neither, old for its type. Left out while it holds.
             * @enum {string}
             */
            validity?: "expired" | "due" | "aged";
            /**
             * @description It waits in the inbox. Left out where it is accepted.
             * @constant
             */
            state?: "proposed";
            /** @description Why it is given to no agent: it speaks to the model that reads it. */
            suspect?: string;
            /** @description Time of this revision. */
            updated_at?: components["schemas"]["UtcTime"];
            /** @description It says about the same with another `number`, with or without a `negation`, or in other `words`; or its `anchors` are the same. */
            reasons: ("number" | "negation" | "words" | "anchors")[];
        };
        SearchHit: components["schemas"]["Observation"] & {
            /**
             * @description It is not of the project that was asked for: it is `personal`, for the caller alone, or holds `everywhere`.
             * @enum {string}
             */
            layer?: "personal" | "everywhere";
            /**
             * @description Found in this vault or in the hive.
             * @enum {string}
             */
            source: "local" | "hive";
            /** @description Compare it only within one answer; 0 for a match that was not ranked. */
            score: number;
            /** @description An extract; words that matched stand between `**`. */
            snippet?: string;
            explain?: components["schemas"]["SearchExplanation"];
        };
        /** @description Why a hit has its score, which is the sum of all `in_note` and `around` × `factor` + `all_words`. */
        SearchExplanation: {
            /** @description The words that the note, or a note around it, holds. */
            words: {
                /** @description As it was asked for. */
                word: string;
                /** @description No note holds the word: it was read as these. */
                read_as?: string[];
                /** @description Because the note holds it. */
                in_note: number;
                /** @description Because notes around it in the session hold it. */
                around: number;
            }[];
            /** @description Less than 1 for a question and for a note whose place another one took. */
            factor: number;
            /** @description Where the note holds all words of a short query. */
            all_words: number;
        };
        FacetCounts: {
            value: string;
            count: number;
        }[];
        Summary: {
            project: string;
            observations_total: number;
            sessions_total: number;
            sessions_active: number;
            by_type: components["schemas"]["Counts"];
            by_author: components["schemas"]["Counts"];
            top_tags: {
                tag: string;
                count: number;
            }[];
            first_at: components["schemas"]["UtcTime"] | null;
            last_at: components["schemas"]["UtcTime"] | null;
            recent: components["schemas"]["Observation"][];
            decisions: components["schemas"]["Observation"][];
            sdd_phase: components["schemas"]["SddPhase"] | null;
            last_session: components["schemas"]["Session"] | null;
        };
        Counts: {
            [key: string]: number;
        };
        Session: components["schemas"]["EndedSession"] & {
            observations_total: number;
        };
        /** @description `observations_total` is left out while the read models cannot tell it. */
        EndedSession: {
            id: components["schemas"]["Ulid"];
            /** @description The same as `id`. */
            session_id: components["schemas"]["Ulid"];
            project: string;
            team?: string;
            country?: string;
            agent?: string;
            goal?: string;
            client_ref?: string;
            /** @enum {string} */
            state: "active" | "abandoned" | "ended";
            started_at: components["schemas"]["UtcTime"];
            ended_at: components["schemas"]["UtcTime"] | null;
            summary: string | null;
            observations_total?: number;
        };
        Project: {
            project: string;
            observations_total: number;
            sessions_total: number;
            sessions_active: number;
            /** @description How many notes are proposed. Left out where none is. */
            proposed_total?: number;
            last_activity_at: components["schemas"]["UtcTime"];
        };
        DayCount: {
            /** Format: date */
            date: string;
            count: number;
        };
        BoundRepository: {
            repository: string;
            project: string;
            /** @description For whom. Left out where it is for all. */
            team?: string;
            bound_at: components["schemas"]["UtcTime"];
        };
        ClaimedRepository: {
            repository: string;
            project: string;
        };
        /** @description What a project has agreed on; version 0 if nothing is published. */
        Conventions: {
            project: string;
            /** @description Left out when they are for all. */
            team?: string;
            content: string;
            version: number;
            updated_at: components["schemas"]["UtcTime"] | null;
        };
        SddStatus: {
            project: string;
            /** @description Left out when it is that of all. */
            team?: string;
            phase: components["schemas"]["SddPhase"];
            updated_at: components["schemas"]["UtcTime"] | null;
            /** @description All phases, in order. */
            phases: components["schemas"]["SddPhase"][];
        };
        StartedSession: components["schemas"]["EndedSession"] & {
            /**
             * @description The session existed already; its `client_ref` found it.
             * @constant
             */
            existing?: true;
        };
        /** @description What agents were told in a session, oldest first. */
        Told: {
            told: components["schemas"]["Telling"][];
        };
        Telling: {
            /** @description When it was told, as the teller says. */
            at: components["schemas"]["UtcTime"];
            /** @description When the vault recorded it. */
            recorded_at: components["schemas"]["UtcTime"];
            /** @description The event that recorded it, for a proof of inclusion. */
            event: components["schemas"]["Ulid"];
            /** @description Where it is in the log. */
            position: number;
            /** @enum {string} */
            moment: "start" | "prompt" | "before_edit" | "before_command" | "after_failure" | "search";
            notes: {
                id: components["schemas"]["Ulid"];
                revision: number;
                /** @description Of that revision; left out where it is forgotten, or not for the caller to see. */
                title?: string;
            }[];
            tokens: number;
        };
        Prompt: {
            id: components["schemas"]["Ulid"];
            name: string;
            /** @description Left out when it belongs to all. */
            team?: string;
            version: number;
            content: string;
            tags: string[];
            /** @description Time of the first version. */
            created_at: components["schemas"]["UtcTime"];
            /** @description Time of this version. */
            updated_at: components["schemas"]["UtcTime"];
        };
        HiveStatus: {
            /** @enum {string} */
            state: "idle" | "pushing" | "backoff" | "healthy" | "standby" | "disabled";
            /** @description Why the exchange is in this state, and what to do. */
            reason: string | null;
            /** @description Events that the worker has not looked at yet. */
            pending: number;
            /** @description Items that the hub has acknowledged. */
            pushed_total: number;
            /** @description Observations that the hub refused. */
            refused: number;
            last_pushed_at: components["schemas"]["UtcTime"] | null;
            consecutive_failures: number;
            retry_at: components["schemas"]["UtcTime"] | null;
            last_error: string | null;
            /** @description Age in seconds of the oldest pending event. */
            lag_seconds: number;
        };
        HiveParticipation: {
            project: string;
            /** @enum {string} */
            hive: "paused" | "active";
        };
        RefusedItem: {
            /** @description Id of the observation. */
            note: string;
            /** @description The event that was pushed. */
            position: number;
            /** @description When that was recorded here. */
            at?: components["schemas"]["UtcTime"];
            /** @description The reason that the hub gave. */
            reason: string;
        };
        IssuedHiveKey: components["schemas"]["HiveMember"] & {
            /** @description `mvh_<id>_<secret>_<names>`, 160 characters. */
            key: string;
        };
        HiveMember: {
            id: components["schemas"]["Ulid"];
            name: string;
            created_at: components["schemas"]["UtcTime"];
            /** @description The vault that the key is bound to; null until it pushes for the first time. */
            origin: components["schemas"]["Instance"] | null;
        };
        HiveReceipt: {
            /** @description Items that changed something. */
            accepted: number;
            /** @description Events that were already known or are older than what the hub has. */
            skipped: string[];
            /** @description Events that the hub refused, with the reason. */
            rejected: {
                id: string;
                reason: string;
            }[];
        };
        ReviewedNote: {
            id: components["schemas"]["Ulid"];
            session_id: components["schemas"]["Ulid"] | null;
            project?: string;
            team?: string;
            country?: string;
            type: components["schemas"]["ObservationType"];
            title: string;
            content: string;
            /** @description Of the whole content in UTF-8, where `content` is shortened. */
            content_bytes?: number;
            tags: string[];
            /** @description What it is about. */
            anchors?: components["schemas"]["Anchor"][];
            author?: string;
            /** @description Who saved it, on a vault for members only: an e-mail, else the caller in the log. */
            saved_by?: string;
            created_at: components["schemas"]["UtcTime"];
            /** @description From 1. Of an observation with a single revision, only the history shows it. */
            revision?: number;
            /** @description The vault that it was received from, and its id there. */
            origin?: {
                instance: string;
                id: components["schemas"]["Ulid"];
            };
            /** @description The note whose place it takes. */
            supersedes?: components["schemas"]["Ulid"];
            /** @description The newest note that takes its place. */
            superseded_by?: components["schemas"]["Ulid"];
            /** @constant */
            pinned?: true;
            /** @description Left out while there are none. */
            verdicts?: components["schemas"]["Verdicts"];
            /**
             * @description At least two voices found it outdated or wrong, and more than it has helped.
             * @constant
             */
            often_wrong?: true;
            /** @description Until when it holds. */
            valid_until?: components["schemas"]["UtcTime"];
            /** @description When somebody should look at it. */
            review_after?: components["schemas"]["UtcTime"];
            /**
             * @description Past `valid_until`, past `review_after`, or, where it has neither, old for its type. Left out while it holds.
             * @enum {string}
             */
            validity?: "expired" | "due" | "aged";
            /**
             * @description It waits in the inbox. Left out where it is accepted.
             * @constant
             */
            state?: "proposed";
            /** @description Why it is given to no agent: it speaks to the model that reads it. */
            suspect?: string;
            /** @description Time of this revision. */
            updated_at?: components["schemas"]["UtcTime"];
            /** @description `due`: past `review_after` or `valid_until`; `contradicted`: a newer note says about the same with another number, or with or without a negation, and nobody found that this one helped; `often_wrong`; `suspect`: it speaks to the model that reads it, and no agent gets it. */
            reasons: ("due" | "contradicted" | "often_wrong" | "suspect")[];
            /** @description The newest note that contradicts it. */
            contradicted_by?: components["schemas"]["Ulid"];
        };
        Change: {
            id: components["schemas"]["Ulid"];
            /** @description When: of a note with several revisions, that of the last. */
            at: components["schemas"]["UtcTime"];
            /** @description As it was at the second moment; nothing of one that is forgotten. */
            note?: components["schemas"]["Observation"];
            /** @description As it was at the first moment, of one that was changed. */
            before?: components["schemas"]["Observation"];
        };
        ChangeCounts: {
            added: number;
            changed: number;
            superseded: number;
            expired: number;
            forgotten: number;
        };
        PublicEvent: {
            /** @constant */
            specversion: "1.0";
            /** @description ULID of the event: the same each time it is told. */
            id: string;
            /** @description The vault, by the name in its checkpoints. */
            source: string;
            type: string;
            time: components["schemas"]["UtcTime"];
            /** @description What it is about, as `observation/<id>` or `session/<id>`. */
            subject: string;
            /** @description Its place in the log: `after` goes on behind it. */
            position: number;
            /** @description What it said; null once that is forgotten. */
            data: {
                [key: string]: unknown;
            } | null;
        };
        InboxDecided: {
            accepted: number;
            refused: number;
            /** @description What was left as it is, and why. */
            failed: {
                id: string;
                error: string;
            }[];
            /**
             * @description What was refused is shown nowhere, and not yet wiped from every file.
             * @constant
             */
            pending?: true;
        };
        ObservationsForgotten: {
            forgotten: number;
            /** @description Some of the text is still in a file; it is wiped soon. */
            pending: boolean;
            receipt: components["schemas"]["ForgettingReceipt"];
        };
        /** @description It names no project or person, of notes only their ids, and can be read for good. */
        ForgettingReceipt: {
            id: components["schemas"]["Ulid"];
            /** @enum {string} */
            of: "project" | "person" | "notes";
            /** @description The notes, of `notes` only. */
            ids?: components["schemas"]["Ulid"][];
            at: components["schemas"]["UtcTime"];
            /** @description The event that recorded it. */
            position: number;
            matched: components["schemas"]["ForgottenCounts"];
            /** @description The erased events: the first and last position of each run of them. */
            positions: number[][];
            /** @description Texts of others, and keys of the hive, that name the person. They stay: search for the texts or scrub them, and revoke the keys. */
            mentions: number;
        };
        /** @description How many of each kind; `phases` and `pauses` are projects, `purges` and `acts` those that name it, `invites` go with their logins. */
        ForgottenCounts: {
            observations: number;
            told: number;
            sessions: number;
            prompts: number;
            conventions: number;
            phases: number;
            pauses: number;
            repositories: number;
            purges: number;
            acts: number;
            invites: number;
            members: number;
        };
        Purged: {
            matched: number;
            forgotten: number;
            dry_run: boolean;
            /**
             * @description Some of the text is still in a file; it is wiped soon.
             * @constant
             */
            pending?: true;
        };
        Forgotten: {
            matched: components["schemas"]["ForgottenCounts"];
            /** @description All of them together; 0 in a dry run. */
            forgotten: number;
            /** @description Some of the text is still in a file; it is wiped soon. */
            pending: boolean;
            /** @description Null in a dry run. */
            receipt: components["schemas"]["ForgettingReceipt"] | null;
        };
        LineResults: {
            run: string;
            results: components["schemas"]["LineResult"][];
            stored: number;
            same: number;
            revised: number;
            refused: number;
            redactions: components["schemas"]["Redactions"];
        };
        LineResult: {
            line: number;
            /** @enum {string} */
            outcome: "stored" | "same" | "revised" | "refused";
            record?: string;
            id?: string;
            redacted?: components["schemas"]["Redactions"];
            error?: string;
        };
        ImportRun: {
            run: components["schemas"]["Ulid"];
            source: string;
            at: components["schemas"]["UtcTime"];
            undone_at: components["schemas"]["UtcTime"] | null;
            /** @description How many things of each record it wrote that are still here. */
            holds: components["schemas"]["Counts"];
        };
        UndoneImport: {
            run: components["schemas"]["Ulid"];
            dry_run: boolean;
            forgotten: number;
            restored: number;
            left_total: number;
            /** @description The first 100 of them. */
            left: {
                record: string;
                id: string;
                reason: string;
            }[];
            /** @constant */
            pending?: true;
        };
        /** @description `log` and `saves.deduplicated` count the whole vault. */
        Stats: {
            observations_total: number;
            sessions_total: number;
            sessions_active: number;
            prompts_total: number;
            /** @description Observations that no record says an agent was told of. */
            never_given_total: number;
            /** @description Observations that sank, because several found them outdated or wrong. */
            often_wrong_total: number;
            projects_total: number;
            by_type: components["schemas"]["Counts"];
            by_project: components["schemas"]["Counts"];
            by_team: components["schemas"]["Counts"];
            by_country: components["schemas"]["Counts"];
            /** @description Observations on each of the last 30 days in UTC, oldest first. */
            daily_activity: components["schemas"]["DayCount"][];
            saves: {
                stored: number;
                deduplicated: number;
            };
            redactions_total: number;
            /** @description What the privacy filter replaced, by kind. */
            redactions: components["schemas"]["Counts"];
            log: {
                events: number;
                head: number;
            };
        };
        InclusionProof: {
            /** @description Counted from 0. */
            leaf_index: number;
            leaf_hash: components["schemas"]["Sha256"];
            tree_size: number;
            root: components["schemas"]["Sha256"];
            /** @description Hashes of nodes, from the leaves to the root. */
            path: components["schemas"]["Sha256"][];
            /** @description The leaf hash is the SHA-256 of a zero byte followed by this object as canonical JSON. */
            envelope: {
                position: number;
                id: string;
                stream: string;
                version: number;
                type: string;
                schema: number;
                at: number;
                meta: {
                    [key: string]: string;
                };
                commitment: string;
            };
        };
        /**
         * @description SHA-256 in base64.
         * @example 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
         */
        Sha256: string;
        ConsistencyProof: {
            from: number;
            to: number;
            from_root: components["schemas"]["Sha256"];
            to_root: components["schemas"]["Sha256"];
            /** @description Hashes of nodes, from the leaves to the root. */
            path: components["schemas"]["Sha256"][];
        };
        WitnessStates: {
            /** @description Whether enough witnesses cosigned the last checkpoint, by the policy. */
            enough: boolean;
            /** @description How many witnesses have to cosign, in words. */
            asks: string;
            /** @description The checkpoint with the lines of the witnesses that cosigned it. */
            checkpoint: string | null;
            witnesses: {
                name: string;
                cosigned: {
                    events: number;
                    at: components["schemas"]["UtcTime"];
                } | null;
                problem: {
                    /** @enum {string} */
                    kind: "refused" | "unreachable";
                    message: string;
                } | null;
            }[];
        };
        VerifyReport: {
            ok: boolean;
            events: number;
            /** @description The last position. */
            head: number;
            /** @description The hash there, of all events up to it, in hex. */
            hash: string;
            /** @description The first hundred. */
            problems: {
                position: number | null;
                /** @enum {string} */
                kind: "unreadable" | "header" | "integrity" | "schema" | "gap" | "kind" | "id" | "version" | "time" | "hash" | "payload" | "body" | "erasure" | "dedup" | "idempotency" | "redaction" | "head" | "copied" | "shared" | "lost" | "views" | "checkpoint";
                detail: string;
            }[];
            /** @description Problems not listed. */
            more: number;
            views_compared: boolean;
            /** @description Position up to which the read models were compared. */
            views_at: number | null;
            seconds: number;
        };
        VerifyStatus: {
            /**
             * @description What is read: the log, or a replay of it beside the read models.
             * @enum {string}
             */
            state: "idle" | "verifying" | "comparing";
            /** @description Events read so far. */
            done: number;
            total: number;
            /** @description The last verification since the service was started. */
            last?: components["schemas"]["VerifyReport"] | {
                error: string;
            };
        };
        LogEntry: {
            position: number;
            id: string;
            stream: string;
            /** @description Its number within its stream, from 1. */
            version: number;
            type: string;
            /** @description Version of the shape of `data`. */
            schema: number;
            at: components["schemas"]["UtcTime"];
            actor: string;
            request_id?: string;
            /** @description The import that wrote or undid it. */
            run?: string;
            /** @description The data as it was recorded; null after it was erased. */
            data: unknown;
            /**
             * @description It is about something personal of somebody else: `data` is withheld.
             * @constant
             */
            personal?: true;
            /** @description Position of the event that redacted this one; `data` then is redacted. */
            redacted_by?: number;
            /** @description Hash of this event and all before it, in hex. */
            hash: string;
        };
        LogSummary: {
            events: number;
            /** @description Position of the last event; 0 in an empty log. */
            head: number;
            /** @description Hash of the last event and all before it, in hex. */
            hash: string;
            /** @description Events whose payload was erased or redacted. */
            erased: number;
            /** @description Size of log.db with its write-ahead log, in bytes. */
            bytes: number;
        };
        Projections: {
            projections: components["schemas"]["ProjectionStatus"][];
            rebuild: components["schemas"]["RebuildStatus"];
        };
        ProjectionStatus: {
            name: string;
            version: number;
            /** @description The last event that was applied. */
            position: number;
            /** @description Events still to be applied. */
            lag: number;
            /** @enum {string} */
            state: "current" | "behind" | "stopped";
            stopped?: {
                /** @description The event that could not be applied. */
                position: number;
                error: string;
                /**
                 * Format: uri-reference
                 * @description Where to read that event.
                 */
                event: string;
            };
        };
        RebuildStatus: {
            /** @enum {string} */
            state: "idle" | "building" | "comparing" | "swapping";
            /** @description Events replayed so far. */
            done: number;
            total: number;
            /** @description The last rebuild since the service was started. */
            last?: components["schemas"]["Rebuilt"] | {
                error: string;
            };
        };
        /** @description `same` says whether the old and the new read models are equal. */
        Rebuilt: {
            /** @description Events that were replayed and compared. */
            events: number;
            seconds: number;
            /** @description Digest of the old read models; null when they could not be read at this position. */
            before: string | null;
            /** @description What was damaged in the old file, such as an index; null for nothing, or if not compared. */
            damage: string | null;
            /** @description SHA-256 over the contents of the read models, in hex. */
            after: string;
            same: boolean;
        };
        Operations: {
            at: components["schemas"]["UtcTime"];
            started_at: components["schemas"]["UtcTime"];
            /** @enum {string} */
            status: "ready" | "not_ready";
            /** @description As in `/readyz`. */
            checks: {
                [key: string]: string;
            };
            conditions: components["schemas"]["Condition"][];
            points: components["schemas"]["OperationsPoint"][];
            projections: components["schemas"]["ProjectionStatus"][];
            rebuild: components["schemas"]["RebuildStatus"];
            verify: components["schemas"]["VerifyStatus"];
            backup: components["schemas"]["BackupStatus"];
            /** @description When the last verified backup was made. */
            backed_up_at: components["schemas"]["UtcTime"] | null;
            log: {
                events: number;
                bytes: number;
            };
            views_bytes: number;
            /** @description Of the data directory. */
            disk: {
                free_bytes: number;
                size_bytes: number;
            } | null;
            hive: components["schemas"]["HiveStatus"];
            webhooks: components["schemas"]["Webhook"][];
        };
        Condition: {
            /** @enum {string} */
            code: "log_forked" | "shared_log_unreachable" | "shared_log_newer" | "shared_log_full" | "shared_log_read_only" | "shared_log_not_durable" | "log_disk_full" | "log_locked" | "log_file_gone" | "log_damaged" | "log_changed" | "witness_refused" | "open_to_pages" | "disk_nearly_full" | "clock_jumped" | "clock_behind_log" | "erasure_pending" | "views_damaged" | "views_outdated" | "views_unwritable";
            /** @enum {string} */
            level: "fatal" | "error" | "warn" | "info";
            meaning: string;
            next: string;
            /** @description How long it has lasted. */
            seconds: number;
        };
        OperationsPoint: {
            at: components["schemas"]["UtcTime"];
            seconds: number;
            requests: number;
            /** @description Status 4xx. */
            refused: number;
            /** @description Status 5xx. */
            errors: number;
            saves: number;
            save_p50_ms: components["schemas"]["Percentile"];
            save_p95_ms: components["schemas"]["Percentile"];
            searches: number;
            search_p50_ms: components["schemas"]["Percentile"];
            search_p95_ms: components["schemas"]["Percentile"];
            /** @description Delay of the event loop. */
            loop_p99_ms: number | null;
            rss_bytes: number;
        };
        /** @description In ms, of the last 30 or more of this hour. Null when there was none in this time, or fewer. */
        Percentile: number | null;
        BackupStatus: {
            /** @enum {string} */
            state: "idle" | "copying" | "verifying";
            /** @description Events of the copy that are verified. */
            done: number;
            total: number;
            /** @description Where backups are written: `VAULT_BACKUP_DIR`. */
            folder: string;
            /** @description The last backup that this service has made since its start. */
            last?: components["schemas"]["BackupReport"] | {
                error: string;
            };
        };
        BackupReport: {
            /** @description On the machine of the service. */
            file: string;
            events: number;
            /** @description The hash of its last event, in hex. */
            hash: string;
            /** @description Older backups that made room: the newest seven stay. */
            removed: number;
            /** @description What the log, and so the backup, has lost. Then no older one is removed. */
            lacks: string | null;
        };
        Webhook: {
            id: components["schemas"]["Ulid"];
            url: string;
            types: string[];
            created_at: components["schemas"]["UtcTime"];
            /**
             * @description `gone` once the receiver answered 410: nothing is sent until it is retried.
             * @enum {string}
             */
            state: "sending" | "failing" | "gone";
            /** @description The last event that is settled. */
            position: number;
            /** @description How many events of the log come behind it. */
            lag: number;
            last_success_at: components["schemas"]["UtcTime"] | null;
            failing_since: components["schemas"]["UtcTime"] | null;
            /** @description Failures in a row. */
            failures: number;
            next_try_at: components["schemas"]["UtcTime"] | null;
            last_error: string | null;
            /** @description Events that were given up, newest first; the last hundred. */
            failed: {
                position: number;
                event: string;
                error: string;
                at: components["schemas"]["UtcTime"];
            }[];
        };
        /** @description What to send as `X-Session-Token`. */
        LoggedIn: {
            /** @description 64 hex characters; no other answer shows it. */
            session_token: string;
            expires_at: components["schemas"]["UtcTime"];
            email: string;
            team: string;
            /** @enum {string} */
            role: "member" | "admin";
        };
        Me: {
            email: string;
            team_id: components["schemas"]["Ulid"];
            team: string;
            /** @enum {string} */
            role: "member" | "admin";
            expires_at: components["schemas"]["UtcTime"];
        };
        Member: {
            id: components["schemas"]["Ulid"];
            email: string;
            /** @enum {string} */
            role: "member" | "admin";
        };
        BrowserCaller: {
            /** @enum {string} */
            caller: "anonymous" | "owner" | "member";
            admin: boolean;
            /**
             * @description `open`: everybody may read and save.
             * @enum {string}
             */
            vault: "open" | "members";
            email?: string;
            team?: string;
            /** @enum {string} */
            role?: "member" | "admin";
            expires_at?: components["schemas"]["UtcTime"];
        };
        Team: {
            id: components["schemas"]["Ulid"];
            name: string;
            created_at: components["schemas"]["UtcTime"];
        };
        IssuedInvite: {
            id: components["schemas"]["Ulid"];
            email: string;
            expires_at: components["schemas"]["UtcTime"];
            /** @description 64 hex characters; no other answer shows it. */
            token: string;
        };
        /** @description Without the token, which only the answer to its creation shows. */
        Invite: {
            id: components["schemas"]["Ulid"];
            email: string;
            /** @enum {string} */
            state: "pending" | "used" | "expired" | "revoked";
            expires_at: components["schemas"]["UtcTime"];
        };
        Login: {
            id: components["schemas"]["Ulid"];
            member_id: components["schemas"]["Ulid"];
            email: string;
            opened_at: components["schemas"]["UtcTime"];
            expires_at: components["schemas"]["UtcTime"];
        };
        CreatedToken: {
            id: components["schemas"]["Ulid"];
            name: string;
            scope: ("read" | "write" | "forget")[];
            /** @description Absent for all. */
            projects?: string[];
            /** @description For whom it acts: the e-mail of a member, `admin`, or `anonymous` of an open vault. */
            holder: string;
            created_at: components["schemas"]["UtcTime"];
            expires_at?: components["schemas"]["UtcTime"];
            /**
             * @description An application that was let in by OAuth.
             * @constant
             */
            application?: true;
            /** @description `mvt_` and 64 hex characters: no other answer shows it. */
            token: string;
        };
        AccessToken: {
            id: components["schemas"]["Ulid"];
            name: string;
            scope: ("read" | "write" | "forget")[];
            /** @description Absent for all. */
            projects?: string[];
            /** @description For whom it acts: the e-mail of a member, `admin`, or `anonymous` of an open vault. */
            holder: string;
            created_at: components["schemas"]["UtcTime"];
            expires_at?: components["schemas"]["UtcTime"];
            /**
             * @description An application that was let in by OAuth.
             * @constant
             */
            application?: true;
            /** @description When it was revoked or expired; absent while it lives. */
            ended_at?: components["schemas"]["UtcTime"];
            /** @description To the hour, as far as it is known; absent before the first use. */
            last_used_at?: components["schemas"]["UtcTime"];
        };
        /** @description For each part: `ok`, or the problem. */
        Readiness: {
            /** @enum {string} */
            status: "ready" | "not_ready";
            checks: {
                log: string;
                views: string;
                hive: string;
                disk: string;
                clock: string;
                erasure: string;
            };
            /** @description All problems. */
            conditions: components["schemas"]["Condition"][];
        };
        ProtectedResource: {
            resource: string;
            authorization_servers: string[];
            scopes_supported: ("read" | "write" | "forget")[];
            bearer_methods_supported: "header"[];
            resource_name: string;
        };
        Consent: {
            /** @description Why the application is refused. */
            problem?: string;
            /** @description The name that the client gives itself. */
            client?: string;
            /** @description Who vouches for that name. */
            client_host?: string;
            /** @description Where an answer is sent. */
            redirect_host?: string;
            /**
             * @description It is sent to a program on the machine of the browser, and any can say that it is this one.
             * @constant
             */
            redirect_program?: true;
            scope?: ("read" | "write" | "forget")[];
            /** @description Where the browser has to go, with the answer in it; beside a problem, if the person wants to. */
            redirect?: string;
        };
        McpAnswer: {
            /** @constant */
            jsonrpc: "2.0";
        } & {
            [key: string]: unknown;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type SaveObservation = components['schemas']['SaveObservation'];
export type ObservationType = components['schemas']['ObservationType'];
export type Name = components['schemas']['Name'];
export type Anchors = components['schemas']['Anchors'];
export type NewName = components['schemas']['NewName'];
export type Ulid = components['schemas']['Ulid'];
export type ImportObservation = components['schemas']['ImportObservation'];
export type ReviseObservation = components['schemas']['ReviseObservation'];
export type ClaimRepository = components['schemas']['ClaimRepository'];
export type Repository = components['schemas']['Repository'];
export type BindRepository = components['schemas']['BindRepository'];
export type PublishConventions = components['schemas']['PublishConventions'];
export type EnterPhase = components['schemas']['EnterPhase'];
export type SddPhase = components['schemas']['SddPhase'];
export type StartSession = components['schemas']['StartSession'];
export type EndSession = components['schemas']['EndSession'];
export type RecordTold = components['schemas']['RecordTold'];
export type SavePrompt = components['schemas']['SavePrompt'];
export type IssueHiveKey = components['schemas']['IssueHiveKey'];
export type Instance = components['schemas']['Instance'];
export type HiveBatch = components['schemas']['HiveBatch'];
export type GiveVerdict = components['schemas']['GiveVerdict'];
export type DecideInbox = components['schemas']['DecideInbox'];
export type ForgetObservations = components['schemas']['ForgetObservations'];
export type Purge = components['schemas']['Purge'];
export type Forget = components['schemas']['Forget'];
export type ArchiveLine = components['schemas']['ArchiveLine'];
export type RedeemInvite = components['schemas']['RedeemInvite'];
export type CreateTeam = components['schemas']['CreateTeam'];
export type AddMember = components['schemas']['AddMember'];
export type Email = components['schemas']['Email'];
export type IssueInvite = components['schemas']['IssueInvite'];
export type CreateToken = components['schemas']['CreateToken'];
export type AddWebhook = components['schemas']['AddWebhook'];
export type McpMessage = components['schemas']['McpMessage'];
export type SaveAnswer = components['schemas']['SaveAnswer'];
export type Saved = components['schemas']['Saved'];
export type Redactions = components['schemas']['Redactions'];
export type Deduplicated = components['schemas']['Deduplicated'];
export type Rehearsed = components['schemas']['Rehearsed'];
export type Observation = components['schemas']['Observation'];
export type Anchor = components['schemas']['Anchor'];
export type UtcTime = components['schemas']['UtcTime'];
export type Verdicts = components['schemas']['Verdicts'];
export type RehearsedDuplicate = components['schemas']['RehearsedDuplicate'];
export type Problem = components['schemas']['Problem'];
export type InvalidField = components['schemas']['InvalidField'];
export type ObservationsByIds = components['schemas']['ObservationsByIds'];
export type BatchResults = components['schemas']['BatchResults'];
export type FailedItem = components['schemas']['FailedItem'];
export type ForgettingPending = components['schemas']['ForgettingPending'];
export type RelatedObservation = components['schemas']['RelatedObservation'];
export type NearDuplicate = components['schemas']['NearDuplicate'];
export type SupersedableObservation = components['schemas']['SupersedableObservation'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchExplanation = components['schemas']['SearchExplanation'];
export type FacetCounts = components['schemas']['FacetCounts'];
export type Summary = components['schemas']['Summary'];
export type Counts = components['schemas']['Counts'];
export type Session = components['schemas']['Session'];
export type EndedSession = components['schemas']['EndedSession'];
export type Project = components['schemas']['Project'];
export type DayCount = components['schemas']['DayCount'];
export type BoundRepository = components['schemas']['BoundRepository'];
export type ClaimedRepository = components['schemas']['ClaimedRepository'];
export type Conventions = components['schemas']['Conventions'];
export type SddStatus = components['schemas']['SddStatus'];
export type StartedSession = components['schemas']['StartedSession'];
export type Told = components['schemas']['Told'];
export type Telling = components['schemas']['Telling'];
export type Prompt = components['schemas']['Prompt'];
export type HiveStatus = components['schemas']['HiveStatus'];
export type HiveParticipation = components['schemas']['HiveParticipation'];
export type RefusedItem = components['schemas']['RefusedItem'];
export type IssuedHiveKey = components['schemas']['IssuedHiveKey'];
export type HiveMember = components['schemas']['HiveMember'];
export type HiveReceipt = components['schemas']['HiveReceipt'];
export type ReviewedNote = components['schemas']['ReviewedNote'];
export type Change = components['schemas']['Change'];
export type ChangeCounts = components['schemas']['ChangeCounts'];
export type PublicEvent = components['schemas']['PublicEvent'];
export type InboxDecided = components['schemas']['InboxDecided'];
export type ObservationsForgotten = components['schemas']['ObservationsForgotten'];
export type ForgettingReceipt = components['schemas']['ForgettingReceipt'];
export type ForgottenCounts = components['schemas']['ForgottenCounts'];
export type Purged = components['schemas']['Purged'];
export type Forgotten = components['schemas']['Forgotten'];
export type LineResults = components['schemas']['LineResults'];
export type LineResult = components['schemas']['LineResult'];
export type ImportRun = components['schemas']['ImportRun'];
export type UndoneImport = components['schemas']['UndoneImport'];
export type Stats = components['schemas']['Stats'];
export type InclusionProof = components['schemas']['InclusionProof'];
export type Sha256 = components['schemas']['Sha256'];
export type ConsistencyProof = components['schemas']['ConsistencyProof'];
export type WitnessStates = components['schemas']['WitnessStates'];
export type VerifyReport = components['schemas']['VerifyReport'];
export type VerifyStatus = components['schemas']['VerifyStatus'];
export type LogEntry = components['schemas']['LogEntry'];
export type LogSummary = components['schemas']['LogSummary'];
export type Projections = components['schemas']['Projections'];
export type ProjectionStatus = components['schemas']['ProjectionStatus'];
export type RebuildStatus = components['schemas']['RebuildStatus'];
export type Rebuilt = components['schemas']['Rebuilt'];
export type Operations = components['schemas']['Operations'];
export type Condition = components['schemas']['Condition'];
export type OperationsPoint = components['schemas']['OperationsPoint'];
export type Percentile = components['schemas']['Percentile'];
export type BackupStatus = components['schemas']['BackupStatus'];
export type BackupReport = components['schemas']['BackupReport'];
export type Webhook = components['schemas']['Webhook'];
export type LoggedIn = components['schemas']['LoggedIn'];
export type Me = components['schemas']['Me'];
export type Member = components['schemas']['Member'];
export type BrowserCaller = components['schemas']['BrowserCaller'];
export type Team = components['schemas']['Team'];
export type IssuedInvite = components['schemas']['IssuedInvite'];
export type Invite = components['schemas']['Invite'];
export type Login = components['schemas']['Login'];
export type CreatedToken = components['schemas']['CreatedToken'];
export type AccessToken = components['schemas']['AccessToken'];
export type Readiness = components['schemas']['Readiness'];
export type ProtectedResource = components['schemas']['ProtectedResource'];
export type Consent = components['schemas']['Consent'];
export type McpAnswer = components['schemas']['McpAnswer'];
export type $defs = Record<string, never>;
export interface operations {
    listObservations: {
        parameters: {
            query?: {
                /** @description Up to 50 ids, with commas between. The last 8 or more characters of an id will do. Goes with `as_of` only. */
                ids?: string;
                /** @description Only of this project, compared without case. */
                project?: components["schemas"]["Name"];
                /** @description Only of this type. */
                type?: components["schemas"]["ObservationType"];
                /** @description Only of this team. */
                team?: components["schemas"]["Name"];
                /** @description Only of this country. */
                country?: components["schemas"]["Name"];
                /** @description Only by this author. */
                author?: components["schemas"]["Name"];
                /** @description Only of this session. */
                session_id?: components["schemas"]["Ulid"];
                /** @description Only with this tag. */
                tag?: components["schemas"]["Name"];
                /** @description Only about this file, or about files in this folder, with a `/` at its end. */
                path?: string;
                /** @description Only about this commit: 7 digits or more, of which the first 7 are compared. */
                commit?: string;
                /** @description Only created at this time or later. */
                from?: string;
                /** @description Only created at this time or earlier. */
                to?: string;
                /** @description Those that are `accepted` (the default) or `proposed`, or both. What is proposed is not ranked: it comes after the hits, newest first. */
                state?: "accepted" | "proposed" | "all";
                /** @description Only pinned ones. */
                pinned?: "true";
                /** @description By default 20. */
                limit?: number;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
                /** @description Where the next page starts; taken from the Link header. */
                cursor?: string;
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
            };
            header?: {
                /** @description Id of the last message received: the stream goes on after it. */
                "Last-Event-ID"?: number;
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list, or what `ids` asked for. */
            200: {
                headers: {
                    /** @description The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "observations": [],
                     *       "missing": [
                     *         "Y2Z4A6C8"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Observation"][] | components["schemas"]["ObservationsByIds"];
                    /**
                     * @example id: 2
                     *     data: {"id":…}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    saveObservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Retry payments with one key",
                 *       "content": "The gateway times out after charging.",
                 *       "type": "decision",
                 *       "tags": [
                 *         "payments"
                 *       ],
                 *       "project": "checkout",
                 *       "author": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["SaveObservation"];
            };
        };
        responses: {
            /** @description Stored, or already stored before. */
            200: {
                headers: {
                    /** @description Position of the event in the log; absent after a dry run. */
                    "X-Log-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
                     *     }
                     */
                    "application/json": components["schemas"]["SaveAnswer"];
                };
            };
        };
    };
    saveObservations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "title": "Orders have a key",
                 *         "content": "One for each try.",
                 *         "type": "learning",
                 *         "created_at": "2026-11-20T09:30:00Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ImportObservation"][];
                /**
                 * @example [
                 *       {
                 *         "title": "Orders have a key",
                 *         "content": "One for each try.",
                 *         "type": "learning",
                 *         "created_at": "2026-11-20T09:30:00Z"
                 *       }
                 *     ]
                 */
                "application/x-ndjson": components["schemas"]["ImportObservation"][];
            };
        };
        responses: {
            /** @description The outcome of each item. */
            200: {
                headers: {
                    /** @description Position of the last event that an item wrote or repeats, else the end of the log. */
                    "X-Log-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
                     *         },
                     *         {
                     *           "line": 2,
                     *           "error": "title: is required",
                     *           "errors": [
                     *             {
                     *               "path": "/title",
                     *               "message": "is required"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 2,
                     *       "stored": 1,
                     *       "deduplicated": 0,
                     *       "failed": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResults"];
                };
            };
        };
    };
    getObservation: {
        parameters: {
            query?: {
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The observation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "session_id": null,
                     *       "project": "checkout",
                     *       "type": "decision",
                     *       "title": "Retry payments with one key",
                     *       "content": "The gateway times out after charging.",
                     *       "tags": [
                     *         "payments"
                     *       ],
                     *       "author": "ada",
                     *       "created_at": "2026-11-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Observation"];
                };
            };
        };
    };
    forgetObservation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reviseObservation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Retry every payment with one key"
                 *     }
                 */
                "application/json": components["schemas"]["ReviseObservation"];
            };
        };
        responses: {
            /** @description The observation as revised. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "session_id": null,
                     *       "project": "checkout",
                     *       "type": "decision",
                     *       "title": "Retry payments with one key",
                     *       "content": "The gateway times out after charging.",
                     *       "tags": [
                     *         "payments"
                     *       ],
                     *       "author": "ada",
                     *       "created_at": "2026-11-20T09:30:00Z",
                     *       "revision": 2,
                     *       "updated_at": "2026-11-20T09:45:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Observation"];
                };
            };
        };
    };
    getObservationHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revisions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "revision": 1,
                     *         "updated_at": "2026-11-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Observation"][];
                };
            };
        };
    };
    pinObservation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pinned. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unpinObservation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not pinned. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getRelated: {
        parameters: {
            query?: {
                /** @description By default 10. */
                limit?: number;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The related ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "reasons": [
                     *           "tags",
                     *           "words"
                     *         ],
                     *         "score": 0.7
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RelatedObservation"][];
                };
            };
        };
    };
    getNearDuplicates: {
        parameters: {
            query?: {
                /** @description By default 10. */
                limit?: number;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The near-duplicates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "similarity": 0.8
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NearDuplicate"][];
                };
            };
        };
    };
    getSupersedable: {
        parameters: {
            query?: {
                /** @description By default 3. */
                limit?: number;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The observations, and why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "reasons": [
                     *           "number",
                     *           "words"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SupersedableObservation"][];
                };
            };
        };
    };
    searchObservations: {
        parameters: {
            query: {
                /** @description Words, or FTS5 syntax. */
                q: string;
                /** @description 1 also searches the hive, except with `as_of`: its past is unknown, and in the project `personal`: it never leaves. */
                cloud?: "0" | "1";
                /** @description Only of this project, compared without case. */
                project?: components["schemas"]["Name"];
                /** @description Only of this type. */
                type?: components["schemas"]["ObservationType"];
                /** @description Only of this team. */
                team?: components["schemas"]["Name"];
                /** @description Only of this country. */
                country?: components["schemas"]["Name"];
                /** @description Only by this author. */
                author?: components["schemas"]["Name"];
                /** @description Only of this session. */
                session_id?: components["schemas"]["Ulid"];
                /** @description Only with this tag. */
                tag?: components["schemas"]["Name"];
                /** @description Only about this file, or about files in this folder, with a `/` at its end. */
                path?: string;
                /** @description Only about this commit: 7 digits or more, of which the first 7 are compared. */
                commit?: string;
                /** @description Only created at this time or later. */
                from?: string;
                /** @description Only created at this time or earlier. */
                to?: string;
                /** @description With a project: 1, the default, also gives its layers, the projects `personal` and `everywhere`; 0 gives the project alone. */
                layers?: "0" | "1";
                /** @description Those that are `accepted` (the default) or `proposed`, or both. What is proposed is not ranked: it comes after the hits, newest first. */
                state?: "accepted" | "proposed" | "all";
                /** @description By default 20. */
                limit?: number;
                /** @description 1 adds an extract to each hit. */
                snippet?: "0" | "1";
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
                /** @description 1 says in `explain` why each hit has its score. */
                explain?: "0" | "1";
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
                /** @description Number of hits to skip. */
                offset?: number;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hits, best first. */
            200: {
                headers: {
                    /** @description How the query was read: `syntax`, `words`, `relaxed`, `prefix`, `corrected`. */
                    "X-Search"?: string;
                    /** @description When no note has this `project`: up to three names like it, closest first, percent-encoded. */
                    "X-Search-Hint"?: string;
                    /** @description `unavailable` when `cloud=1` was given and the answer holds no hits of the hive. */
                    "X-Hive"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "source": "local",
                     *         "score": 4.2
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SearchHit"][];
                };
            };
        };
    };
    countFacets: {
        parameters: {
            query?: {
                q?: string;
                /** @description Only of this project, compared without case. */
                project?: components["schemas"]["Name"];
                /** @description Only of this type. */
                type?: components["schemas"]["ObservationType"];
                /** @description Only of this team. */
                team?: components["schemas"]["Name"];
                /** @description Only of this country. */
                country?: components["schemas"]["Name"];
                /** @description Only by this author. */
                author?: components["schemas"]["Name"];
                /** @description Only of this session. */
                session_id?: components["schemas"]["Ulid"];
                /** @description Only with this tag. */
                tag?: components["schemas"]["Name"];
                /** @description Only about this file, or about files in this folder, with a `/` at its end. */
                path?: string;
                /** @description Only about this commit: 7 digits or more, of which the first 7 are compared. */
                commit?: string;
                /** @description Only created at this time or later. */
                from?: string;
                /** @description Only created at this time or earlier. */
                to?: string;
                /** @description With a project: 1, the default, also gives its layers, the projects `personal` and `everywhere`; 0 gives the project alone. */
                layers?: "0" | "1";
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "facets": {
                     *         "type": [],
                     *         "project": [],
                     *         "author": [],
                     *         "tag": [],
                     *         "month": []
                     *       },
                     *       "counted": 0,
                     *       "complete": true
                     *     }
                     */
                    "application/json": {
                        facets: {
                            type: components["schemas"]["FacetCounts"];
                            project: components["schemas"]["FacetCounts"];
                            author: components["schemas"]["FacetCounts"];
                            tag: components["schemas"]["FacetCounts"];
                            month: components["schemas"]["FacetCounts"];
                        };
                        counted: number;
                        complete: boolean;
                    };
                };
            };
        };
    };
    getContext: {
        parameters: {
            query?: {
                /** @description By default 20. */
                limit?: number;
                /** @description At most half of the latest have the same type, author, session or import, and a quarter says no more than its title. */
                spread?: "true";
                /** @description Files that are worked on, from the root of the repository, or folders, with a `/` at the end; repeated for each. */
                file?: string[];
                /** @description With a project: 1, the default, also gives its layers, the projects `personal` and `everywhere`; 0 gives the project alone. */
                layers?: "0" | "1";
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest observations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": (components["schemas"]["Observation"] & {
                        /**
                         * @description It is not of the project that was asked for: it is `personal`, for the caller alone, or holds `everywhere`.
                         * @enum {string}
                         */
                        layer?: "personal" | "everywhere";
                    })[];
                };
            };
        };
    };
    getTimeline: {
        parameters: {
            query?: {
                /** @description By default from the first. */
                from?: string;
                /** @description By default now. */
                to?: string;
                /** @description By default 1000. */
                limit?: number;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
                /** @description Where the next page starts; taken from the Link header. */
                cursor?: string;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline. */
            200: {
                headers: {
                    /** @description The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Observation"][];
                };
            };
        };
    };
    getSummary: {
        parameters: {
            query?: {
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": "checkout",
                     *       "observations_total": 1,
                     *       "sessions_total": 0,
                     *       "sessions_active": 0,
                     *       "by_type": {
                     *         "learning": 1
                     *       },
                     *       "by_author": {
                     *         "ada": 1
                     *       },
                     *       "top_tags": [
                     *         {
                     *           "tag": "payments",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "first_at": "2026-11-20T09:30:00Z",
                     *       "last_at": "2026-11-20T09:30:00Z",
                     *       "recent": [],
                     *       "decisions": [],
                     *       "sdd_phase": "design",
                     *       "last_session": null
                     *     }
                     */
                    "application/json": components["schemas"]["Summary"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Only of this project, compared without case. */
                project?: components["schemas"]["Name"];
                /** @description Only projects that have something in them. */
                filled?: "true";
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "project": "checkout",
                     *         "observations_total": 1,
                     *         "sessions_total": 1,
                     *         "sessions_active": 1,
                     *         "last_activity_at": "2026-11-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Project"][];
                };
            };
        };
    };
    getActivity: {
        parameters: {
            query?: {
                /** @description Only of this project. */
                project?: components["schemas"]["Name"];
                /** @description By default 365. */
                days?: number;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-11-20",
                     *         "count": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DayCount"][];
                };
            };
        };
    };
    listRepositories: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The repositories, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "repository": "github.com/acme/api",
                     *         "project": "api",
                     *         "bound_at": "2026-11-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BoundRepository"][];
                };
            };
        };
    };
    bindRepository: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "repository": "github.com/acme/api",
                 *       "project": "api"
                 *     }
                 */
                "application/json": components["schemas"]["BindRepository"];
            };
        };
        responses: {
            /** @description What it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "repository": "github.com/acme/api",
                     *       "project": "api"
                     *     }
                     */
                    "application/json": {
                        repository: string;
                        project: string;
                        team?: string;
                    };
                };
            };
        };
    };
    claimRepository: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "repository": "github.com/acme/api"
                 *     }
                 */
                "application/json": components["schemas"]["ClaimRepository"];
            };
        };
        responses: {
            /** @description Its project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "repository": "github.com/acme/api",
                     *       "project": "api"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedRepository"];
                };
            };
        };
    };
    getConventions: {
        parameters: {
            query?: {
                /** @description Answers as for this team: what it has of its own, else what is for all. Behind a wall, a member’s own team is the default. */
                team?: components["schemas"]["Name"];
                /** @description Only this version; by default the newest. */
                version?: number;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conventions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": "checkout",
                     *       "content": "# Conventions\n\nMoney is in minor units.",
                     *       "version": 1,
                     *       "updated_at": "2026-11-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conventions"];
                };
            };
        };
    };
    publishConventions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "# Conventions\n\nMoney is in minor units."
                 *     }
                 */
                "application/json": components["schemas"]["PublishConventions"];
            };
        };
        responses: {
            /** @description The conventions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": "checkout",
                     *       "content": "# Conventions\n\nMoney is in minor units.",
                     *       "version": 1,
                     *       "updated_at": "2026-11-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conventions"];
                };
            };
        };
    };
    forgetConventions: {
        parameters: {
            query?: {
                /** @description The team that it belongs to. Without a team, what is for all is forgotten. */
                team?: components["schemas"]["Name"];
            };
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSdd: {
        parameters: {
            query?: {
                /** @description Answers as for this team: what it has of its own, else what is for all. Behind a wall, a member’s own team is the default. */
                team?: components["schemas"]["Name"];
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phase. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": "checkout",
                     *       "phase": "design",
                     *       "updated_at": "2026-11-20T09:30:00Z",
                     *       "phases": [
                     *         "explore",
                     *         "propose",
                     *         "spec",
                     *         "design",
                     *         "tasks",
                     *         "apply",
                     *         "verify",
                     *         "archive",
                     *         "onboard"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SddStatus"];
                };
            };
        };
    };
    enterPhase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phase": "design"
                 *     }
                 */
                "application/json": components["schemas"]["EnterPhase"];
            };
        };
        responses: {
            /** @description The phase. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": "checkout",
                     *       "phase": "design",
                     *       "updated_at": "2026-11-20T09:30:00Z",
                     *       "phases": [
                     *         "explore",
                     *         "propose",
                     *         "spec",
                     *         "design",
                     *         "tasks",
                     *         "apply",
                     *         "verify",
                     *         "archive",
                     *         "onboard"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SddStatus"];
                };
            };
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": "checkout",
                 *       "agent": "claude-code",
                 *       "goal": "Retry payments"
                 *     }
                 */
                "application/json": components["schemas"]["StartSession"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *       "session_id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *       "project": "checkout",
                     *       "agent": "claude-code",
                     *       "goal": "Retry payments",
                     *       "state": "active",
                     *       "started_at": "2026-11-20T09:30:00Z",
                     *       "ended_at": null,
                     *       "summary": null,
                     *       "observations_total": 0
                     *     }
                     */
                    "application/json": components["schemas"]["StartedSession"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *       "session_id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *       "project": "checkout",
                     *       "agent": "claude-code",
                     *       "goal": "Retry payments",
                     *       "state": "ended",
                     *       "started_at": "2026-11-20T09:30:00Z",
                     *       "ended_at": "2026-11-20T11:00:00Z",
                     *       "summary": "Payments retry with one key per order.",
                     *       "observations_total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "summary": "Payments retry with one key per order."
                 *     }
                 */
                "application/json": components["schemas"]["EndSession"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *       "session_id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *       "project": "checkout",
                     *       "agent": "claude-code",
                     *       "goal": "Retry payments",
                     *       "state": "ended",
                     *       "started_at": "2026-11-20T09:30:00Z",
                     *       "ended_at": "2026-11-20T11:00:00Z",
                     *       "summary": "Payments retry with one key per order.",
                     *       "observations_total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["EndedSession"];
                };
            };
        };
    };
    forgetSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTold: {
        parameters: {
            query?: {
                /** @description By default 100. */
                limit?: number;
                /** @description Where the next page starts; taken from the Link header. */
                cursor?: string;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the agent was told. */
            200: {
                headers: {
                    /** @description The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "told": [
                     *         {
                     *           "at": "2026-11-20T09:30:00Z",
                     *           "recorded_at": "2026-11-20T09:31:00Z",
                     *           "event": "01KA5ZKQ7R9T1V3X5Z7B9D1F3H",
                     *           "position": 17,
                     *           "moment": "before_edit",
                     *           "notes": [
                     *             {
                     *               "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *               "revision": 1,
                     *               "title": "Retry card payments with an idempotency key"
                     *             }
                     *           ],
                     *           "tokens": 84
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Told"];
                };
            };
        };
    };
    recordTold: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "moment": "before_edit",
                 *       "notes": [
                 *         {
                 *           "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                 *           "revision": 1
                 *         }
                 *       ],
                 *       "tokens": 84
                 *     }
                 */
                "application/json": components["schemas"]["RecordTold"];
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H"
                     *     }
                     */
                    "application/json": {
                        id: components["schemas"]["Ulid"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description By default all. */
                limit?: number;
                /** @description Only sessions of this project. */
                project?: components["schemas"]["Name"];
                /** @description Only sessions in this state. */
                state?: "active" | "abandoned" | "ended";
                /** @description Only sessions with a goal, a summary or a note. */
                filled?: "true";
                /** @description Only sessions that started before the session with this id. */
                before?: components["schemas"]["Ulid"];
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *         "session_id": "01KA5ZHQ7R9T1V3X5Z7B9D1F3H",
                     *         "project": "checkout",
                     *         "agent": "claude-code",
                     *         "goal": "Retry payments",
                     *         "state": "ended",
                     *         "started_at": "2026-11-20T09:30:00Z",
                     *         "ended_at": "2026-11-20T11:00:00Z",
                     *         "summary": "Payments retry with one key per order.",
                     *         "observations_total": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    listPrompts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "name": "review",
                     *         "version": 1,
                     *         "content": "Review this diff for lost writes.",
                     *         "tags": [
                     *           "quality"
                     *         ],
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "updated_at": "2026-11-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Prompt"][];
                };
            };
        };
    };
    savePrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "review",
                 *       "content": "Review this diff for lost writes.",
                 *       "tags": [
                 *         "quality"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SavePrompt"];
            };
        };
        responses: {
            /** @description The prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "name": "review",
                     *       "version": 1,
                     *       "content": "Review this diff for lost writes.",
                     *       "tags": [
                     *         "quality"
                     *       ],
                     *       "created_at": "2026-11-20T09:30:00Z",
                     *       "updated_at": "2026-11-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Prompt"];
                };
            };
        };
    };
    getPrompt: {
        parameters: {
            query?: {
                /** @description Answers as for this team: what it has of its own, else what is for all. Behind a wall, a member’s own team is the default. */
                team?: components["schemas"]["Name"];
                /** @description Only this version. */
                version?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Name of the prompt. */
                name: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "name": "review",
                     *       "version": 1,
                     *       "content": "Review this diff for lost writes.",
                     *       "tags": [
                     *         "quality"
                     *       ],
                     *       "created_at": "2026-11-20T09:30:00Z",
                     *       "updated_at": "2026-11-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Prompt"];
                };
            };
        };
    };
    forgetPrompt: {
        parameters: {
            query?: {
                /** @description The team that it belongs to. Without a team, what is for all is forgotten. */
                team?: components["schemas"]["Name"];
            };
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                /** @description Name of the prompt. */
                name: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHiveStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "disabled",
                     *       "reason": "VAULT_HIVE_URL is not set",
                     *       "pending": 0,
                     *       "pushed_total": 0,
                     *       "refused": 0,
                     *       "last_pushed_at": null,
                     *       "consecutive_failures": 0,
                     *       "retry_at": null,
                     *       "last_error": null,
                     *       "lag_seconds": 0
                     *     }
                     */
                    "application/json": components["schemas"]["HiveStatus"];
                };
            };
        };
    };
    pauseHiveProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project is paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": "checkout",
                     *       "hive": "paused"
                     *     }
                     */
                    "application/json": components["schemas"]["HiveParticipation"];
                };
            };
        };
    };
    resumeHiveProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Name of the project. */
                project: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project takes part again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "project": "checkout",
                     *       "hive": "active"
                     *     }
                     */
                    "application/json": components["schemas"]["HiveParticipation"];
                };
            };
        };
    };
    listRefusedItems: {
        parameters: {
            query?: {
                /** @description By default 100. */
                limit?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was refused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "note": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "position": 2,
                     *         "at": "2026-11-20T09:30:00Z",
                     *         "reason": "it is too large for the hub"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RefusedItem"][];
                };
            };
        };
    };
    listHiveMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "name": "ada-laptop",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "origin": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HiveMember"][];
                };
            };
        };
    };
    issueHiveKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ada-laptop"
                 *     }
                 */
                "application/json": components["schemas"]["IssueHiveKey"];
            };
        };
        responses: {
            /** @description The member and its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "name": "ada-laptop",
                     *       "created_at": "2026-11-20T09:30:00Z",
                     *       "origin": null,
                     *       "key": "mvh_01KA5ZJ3M4T6V8X0Y2Z4A6C8E0_0123456789abcdef…_0123456789abcdef…"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedHiveKey"];
                };
            };
        };
    };
    revokeHiveKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHubHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is a hub, and the key is right. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    pushObservations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "origin": "9f86d081884c7d659a2feaa0c55ad015",
                 *       "events": [
                 *         {
                 *           "event": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E1",
                 *           "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                 *           "at": 1795167000000,
                 *           "position": 7,
                 *           "note": {
                 *             "type": "decision",
                 *             "title": "Retry payments with one key",
                 *             "content": "The gateway times out after charging.",
                 *             "tags": [
                 *               "payments"
                 *             ],
                 *             "created_at": "2026-11-20T09:30:00Z"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["HiveBatch"];
            };
        };
        responses: {
            /** @description The outcome of each item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "skipped": [],
                     *       "rejected": []
                     *     }
                     */
                    "application/json": components["schemas"]["HiveReceipt"];
                };
            };
        };
    };
    searchHub: {
        parameters: {
            query: {
                /** @description Words, or FTS5 syntax. */
                q: string;
                /** @description Leave out the observations that came from this vault. */
                exclude_origin?: components["schemas"]["Instance"];
                /** @description Only of this project, compared without case. */
                project?: components["schemas"]["Name"];
                /** @description Only of this type. */
                type?: components["schemas"]["ObservationType"];
                /** @description Only of this team. */
                team?: components["schemas"]["Name"];
                /** @description Only of this country. */
                country?: components["schemas"]["Name"];
                /** @description Only by this author. */
                author?: components["schemas"]["Name"];
                /** @description Only of this session. */
                session_id?: components["schemas"]["Ulid"];
                /** @description Only with this tag. */
                tag?: components["schemas"]["Name"];
                /** @description Only about this file, or about files in this folder, with a `/` at its end. */
                path?: string;
                /** @description Only about this commit: 7 digits or more, of which the first 7 are compared. */
                commit?: string;
                /** @description Only created at this time or later. */
                from?: string;
                /** @description Only created at this time or earlier. */
                to?: string;
                /** @description By default 20. */
                limit?: number;
                /** @description 1 adds an extract to each hit. */
                snippet?: "0" | "1";
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hits, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "hive-0c1d2e3f405162738495a6b7c8d9eafb",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "origin": {
                     *           "instance": "9f86d081884c7d659a2feaa0c55ad015",
                     *           "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
                     *         },
                     *         "source": "local",
                     *         "score": 4.2
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SearchHit"][];
                };
            };
        };
    };
    giveVerdict: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verdict": "outdated"
                 *     }
                 */
                "application/json": components["schemas"]["GiveVerdict"];
            };
        };
        responses: {
            /** @description The verdicts on it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "helped": 2,
                     *       "outdated": 1,
                     *       "wrong": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Verdicts"];
                };
            };
        };
    };
    getReview: {
        parameters: {
            query?: {
                /** @description By default all. */
                project?: components["schemas"]["Name"];
                /** @description By default 50. */
                limit?: number;
                /** @description Where the next page starts; taken from the Link header. */
                cursor?: string;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The observations, and why. */
            200: {
                headers: {
                    /** @description The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "reasons": [
                     *           "often_wrong"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReviewedNote"][];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query: {
                /** @description The first moment: what was recorded at it counts as before. */
                from: string;
                /** @description The second one. By default now. */
                to?: string;
                /** @description By default all. Forgotten ones are always there: of which project they were, nobody knows any more. */
                project?: components["schemas"]["Name"];
                /** @description One of them. */
                kind: "added" | "changed" | "superseded" | "expired" | "forgotten";
                /** @description By default 50. */
                limit?: number;
                /** @description Where the next page starts; taken from the Link header. */
                cursor?: string;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    /** @description The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "at": "2026-11-20T09:30:00Z",
                     *         "note": {
                     *           "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *           "session_id": null,
                     *           "project": "checkout",
                     *           "type": "decision",
                     *           "title": "Retry payments with one key",
                     *           "content": "The gateway times out after charging.",
                     *           "tags": [
                     *             "payments"
                     *           ],
                     *           "author": "ada",
                     *           "created_at": "2026-11-20T09:30:00Z"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Change"][];
                };
            };
        };
    };
    countChanges: {
        parameters: {
            query: {
                /** @description The first moment: what was recorded at it counts as before. */
                from: string;
                /** @description The second one. By default now. */
                to?: string;
                /** @description By default all. Forgotten ones are always there: of which project they were, nobody knows any more. */
                project?: components["schemas"]["Name"];
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many of each kind `GET /api/v1/changes` lists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "added": 12,
                     *       "changed": 3,
                     *       "superseded": 1,
                     *       "expired": 0,
                     *       "forgotten": 2
                     *     }
                     */
                    "application/json": components["schemas"]["ChangeCounts"];
                };
            };
        };
    };
    listPublicEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position. */
                after?: number;
                /** @description Only events of these types, with commas between. */
                type?: string;
                /** @description By default 100. */
                limit?: number;
            };
            header?: {
                /** @description Id of the last message received: the stream goes on after it. */
                "Last-Event-ID"?: number;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events; fewer than `limit`, or none, also where more follow. */
            200: {
                headers: {
                    /** @description The next page, while the log goes on. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "specversion": "1.0",
                     *         "id": "01KA5ZJ3M4A1B2C3D4E5F6G7H8",
                     *         "source": "memory-vault/b1946ac92492d234",
                     *         "type": "observation.forgotten",
                     *         "time": "2026-11-20T09:30:00Z",
                     *         "subject": "observation/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "position": 2,
                     *         "data": {
                     *           "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PublicEvent"][];
                    /**
                     * @example id: 2
                     *     data: {"specversion":"1.0",…}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    getInbox: {
        parameters: {
            query?: {
                /** @description Only of this project, compared without case. */
                project?: components["schemas"]["Name"];
                /** @description Only of this type. */
                type?: components["schemas"]["ObservationType"];
                /** @description Only of this team. */
                team?: components["schemas"]["Name"];
                /** @description Only of this country. */
                country?: components["schemas"]["Name"];
                /** @description Only by this author. */
                author?: components["schemas"]["Name"];
                /** @description Only of this session. */
                session_id?: components["schemas"]["Ulid"];
                /** @description Only with this tag. */
                tag?: components["schemas"]["Name"];
                /** @description Only about this file, or about files in this folder, with a `/` at its end. */
                path?: string;
                /** @description Only about this commit: 7 digits or more, of which the first 7 are compared. */
                commit?: string;
                /** @description Only created at this time or later. */
                from?: string;
                /** @description Only created at this time or earlier. */
                to?: string;
                /** @description By default 50. */
                limit?: number;
                /** @description Where the next page starts; taken from the Link header. */
                cursor?: string;
                /** @description Largest number of characters of each `content`; `content_bytes` says how long a shortened one is. */
                content_limit?: number;
            };
            header?: {
                /** @description The repository in which a program works, percent-encoded: of projects that are called alike, it means that one. What is written binds it. */
                "X-Vault-Repository"?: string;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The observations. */
            200: {
                headers: {
                    /** @description The next page (`rel="next"`, RFC 8288), when there is one. Long texts end a page before `limit`. */
                    Link?: string;
                    /** @description How many wait, with these filters. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "session_id": null,
                     *         "project": "checkout",
                     *         "type": "decision",
                     *         "title": "Retry payments with one key",
                     *         "content": "The gateway times out after charging.",
                     *         "tags": [
                     *           "payments"
                     *         ],
                     *         "author": "ada",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "state": "proposed"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Observation"][];
                };
            };
        };
    };
    decideInbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accept": [
                 *         "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
                 *       ],
                 *       "refuse": []
                 *     }
                 */
                "application/json": components["schemas"]["DecideInbox"];
            };
        };
        responses: {
            /** @description What became of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "refused": 0,
                     *       "failed": []
                     *     }
                     */
                    "application/json": components["schemas"]["InboxDecided"];
                };
            };
        };
    };
    acceptObservation: {
        parameters: {
            query?: {
                /** @description The one that was read: where it has been changed since, nothing is decided (409). */
                revision?: number;
            };
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The observation as accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "session_id": null,
                     *       "project": "checkout",
                     *       "type": "decision",
                     *       "title": "Retry payments with one key",
                     *       "content": "The gateway times out after charging.",
                     *       "tags": [
                     *         "payments"
                     *       ],
                     *       "author": "ada",
                     *       "created_at": "2026-11-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Observation"];
                };
            };
        };
    };
    refuseObservation: {
        parameters: {
            query?: {
                /** @description The one that was read: where it has been changed since, nothing is decided (409). */
                revision?: number;
            };
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                /** @description Whole, or its last 8 or more characters when no other has them. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    forgetObservations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ForgetObservations"];
            };
        };
        responses: {
            /** @description What was forgotten. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "forgotten": 1,
                     *       "pending": false,
                     *       "receipt": {
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "of": "notes",
                     *         "at": "2026-11-20T09:30:00Z",
                     *         "position": 90,
                     *         "matched": {
                     *           "told": 0,
                     *           "observations": 1,
                     *           "sessions": 0,
                     *           "prompts": 0,
                     *           "conventions": 0,
                     *           "phases": 0,
                     *           "pauses": 0,
                     *           "repositories": 1,
                     *           "purges": 0,
                     *           "acts": 0,
                     *           "invites": 0,
                     *           "members": 0
                     *         },
                     *         "positions": [
                     *           [
                     *             3,
                     *             3
                     *           ]
                     *         ],
                     *         "mentions": 0,
                     *         "ids": [
                     *           "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ObservationsForgotten"];
                };
            };
        };
    };
    purge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": "checkout",
                 *       "before": "2026-01-01T00:00:00Z",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["Purge"];
            };
        };
        responses: {
            /** @description How many observations matched. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": 12,
                     *       "forgotten": 0,
                     *       "dry_run": true
                     *     }
                     */
                    "application/json": components["schemas"]["Purged"];
                };
            };
        };
    };
    forget: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": "checkout",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["Forget"];
            };
        };
        responses: {
            /** @description What was forgotten. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": {
                     *         "told": 0,
                     *         "observations": 12,
                     *         "sessions": 3,
                     *         "prompts": 0,
                     *         "conventions": 1,
                     *         "phases": 1,
                     *         "pauses": 0,
                     *         "repositories": 1,
                     *         "purges": 0,
                     *         "acts": 1,
                     *         "invites": 0,
                     *         "members": 0
                     *       },
                     *       "forgotten": 0,
                     *       "pending": false,
                     *       "receipt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Forgotten"];
                };
            };
        };
    };
    getForgettingReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                receipt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "of": "project",
                     *       "at": "2026-11-20T09:30:00Z",
                     *       "position": 90,
                     *       "matched": {
                     *         "told": 0,
                     *         "observations": 12,
                     *         "sessions": 3,
                     *         "prompts": 0,
                     *         "conventions": 1,
                     *         "phases": 1,
                     *         "pauses": 0,
                     *         "repositories": 1,
                     *         "purges": 0,
                     *         "acts": 1,
                     *         "invites": 0,
                     *         "members": 0
                     *       },
                     *       "positions": [
                     *         [
                     *           3,
                     *           19
                     *         ],
                     *         [
                     *           24,
                     *           26
                     *         ]
                     *       ],
                     *       "mentions": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingReceipt"];
                };
            };
        };
    };
    exportObservations: {
        parameters: {
            query?: {
                /** @description Everything about this person; goes with no other filter. */
                person?: string;
                /** @description Only of this project. */
                project?: components["schemas"]["Name"];
                /** @description Only of this team. */
                team?: components["schemas"]["Name"];
                /** @description Only of this type. */
                type?: components["schemas"]["ObservationType"];
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The observations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"id":"01KA5ZJ3M4T6V8X0Y2Z4A6C8E0","session_id":null,"project":"checkout","type":"decision","title":"Retry payments with one key","content":"The gateway times out after charging.","tags":["payments"],"author":"ada","created_at":"2026-11-20T09:30:00Z"} */
                    "application/x-ndjson": string;
                };
            };
        };
    };
    exportArchive: {
        parameters: {
            query?: {
                /** @description Only of this project. */
                project?: components["schemas"]["Name"];
                /** @description Only of this team. */
                team?: components["schemas"]["Name"];
                /** @description Answers as of an earlier moment: a position in the log, or a time (RFC 3339). What was forgotten since then is not shown. */
                as_of?: string;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    /** @description Position of the last event that it shows. */
                    "X-Log-Position"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"record":"phases","project":"checkout","phases":[{"phase":"spec","at":"2026-11-20T09:30:00Z"}]} */
                    "application/x-ndjson": string;
                };
            };
        };
    };
    importArchive: {
        parameters: {
            query: {
                /** @description A new one for each run, the same for all its parts. */
                run: components["schemas"]["Ulid"];
                source: string;
                /** @description Records nothing. */
                dry_run?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "record": "phases",
                 *         "project": "checkout",
                 *         "phases": [
                 *           {
                 *             "phase": "spec",
                 *             "at": "2026-11-20T09:30:00Z"
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ArchiveLine"][];
                /**
                 * @example [
                 *       {
                 *         "record": "phases",
                 *         "project": "checkout",
                 *         "phases": [
                 *           {
                 *             "phase": "spec",
                 *             "at": "2026-11-20T09:30:00Z"
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/x-ndjson": components["schemas"]["ArchiveLine"][];
            };
        };
        responses: {
            /** @description The outcome of each line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "results": [
                     *         {
                     *           "line": 1,
                     *           "outcome": "stored",
                     *           "record": "phases"
                     *         },
                     *         {
                     *           "line": 2,
                     *           "outcome": "refused",
                     *           "error": "title: is required"
                     *         }
                     *       ],
                     *       "stored": 1,
                     *       "same": 0,
                     *       "revised": 0,
                     *       "refused": 1,
                     *       "redactions": []
                     *     }
                     */
                    "application/json": components["schemas"]["LineResults"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description By default 100. */
                limit?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imports": [
                     *         {
                     *           "run": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *           "source": "archive",
                     *           "at": "2026-11-20T09:30:00Z",
                     *           "undone_at": null,
                     *           "holds": {
                     *             "note": 120,
                     *             "session": 3
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        imports: components["schemas"]["ImportRun"][];
                    };
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: {
                /** @description Records nothing. */
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was undone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *       "dry_run": false,
                     *       "forgotten": 120,
                     *       "restored": 2,
                     *       "left_total": 0,
                     *       "left": []
                     *     }
                     */
                    "application/json": components["schemas"]["UndoneImport"];
                };
            };
        };
    };
    importFile: {
        parameters: {
            query: {
                /** @description Name of the file. Of one in Markdown, it is in the ids and tags of the notes. */
                name: string;
                /** @description By default what its name and its beginning say. */
                form?: "ndjson" | "csv" | "notes";
                /** @description When it was changed, in milliseconds since 1970: the time of notes without one. By default now. */
                changed?: number;
                /** @description The project of notes that name none. */
                project?: components["schemas"]["Name"];
                /** @description As `--map`: `created_at=at,title=Summary,tags=`. May be given several times. */
                map?: string | string[];
                /** @description Records nothing. */
                dry_run?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example title,content
                 *     Retries,One key per order.
                 */
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description How it goes, and the report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"report":{"source":"ndjson","run":"01KA5ZJ3M4T6V8X0Y2Z4A6C8E0","dry_run":true,"read":1,"stored":1,"same":0,"revised":0,"refused":0,"skipped":0,"shortened":0,"records":{"note":1},"redacted":{},"left_out":[],"mapping":[{"column":"text","becomes":"content","isSaid":false}],"first":[{"title":"Carts are locked while they are paid","type":"context","created_at":"2026-11-20T09:30:00Z","tags":[]}]}} */
                    "application/x-ndjson": string;
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "observations_total": 1,
                     *       "sessions_total": 1,
                     *       "sessions_active": 1,
                     *       "prompts_total": 0,
                     *       "never_given_total": 0,
                     *       "often_wrong_total": 0,
                     *       "projects_total": 1,
                     *       "by_type": {
                     *         "decision": 1
                     *       },
                     *       "by_project": {
                     *         "checkout": 1
                     *       },
                     *       "by_team": {},
                     *       "by_country": {},
                     *       "daily_activity": [
                     *         {
                     *           "date": "2026-11-20",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "saves": {
                     *         "stored": 1,
                     *         "deduplicated": 0
                     *       },
                     *       "redactions_total": 1,
                     *       "redactions": {
                     *         "key-value": 1
                     *       },
                     *       "log": {
                     *         "events": 2,
                     *         "head": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Stats"];
                };
            };
        };
    };
    getCheckpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A signed note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example memory-vault/5d41402abc4b2a76
                     *     2
                     *     47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                     *
                     *     — memory-vault/5d41402abc4b2a76 AAAAAA==
                     */
                    "text/plain": string;
                };
            };
        };
    };
    getCheckpointKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW */
                    "text/plain": string;
                };
            };
        };
    };
    proveInclusion: {
        parameters: {
            query?: {
                /** @description Events that the tree covers; by default all. */
                tree_size?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "leaf_index": 0,
                     *       "leaf_hash": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
                     *       "tree_size": 1,
                     *       "root": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
                     *       "path": [],
                     *       "envelope": {
                     *         "position": 1,
                     *         "id": "01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "stream": "observation/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "version": 1,
                     *         "type": "observation.saved",
                     *         "schema": 1,
                     *         "at": 1795167000000,
                     *         "meta": {
                     *           "actor": "anonymous"
                     *         },
                     *         "commitment": "9f86d081884c7d65…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InclusionProof"];
                };
            };
        };
    };
    proveConsistency: {
        parameters: {
            query: {
                /** @description Events of the earlier log. */
                from: number;
                /** @description Events of the later log; by default all. */
                to?: number;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": 1,
                     *       "to": 1,
                     *       "from_root": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
                     *       "to_root": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
                     *       "path": []
                     *     }
                     */
                    "application/json": components["schemas"]["ConsistencyProof"];
                };
            };
        };
    };
    getLogCheckpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A signed note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example memory-vault/5d41402abc4b2a76
                     *     2
                     *     …
                     */
                    "text/plain": string;
                };
            };
        };
    };
    getTile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                level: number;
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/octet-stream": string;
                };
            };
        };
    };
    getEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "application/octet-stream": string;
                };
            };
        };
    };
    getWitnesses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The witnesses of VAULT_WITNESSES. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enough": true,
                     *       "asks": "1 of office, home",
                     *       "checkpoint": "memory-vault/5d41402abc4b2a76\n2\n…\n\n…\n— memory-vault/5d41402abc4b2a76 AAAAAA==\n",
                     *       "witnesses": [
                     *         {
                     *           "name": "office",
                     *           "cosigned": {
                     *             "events": 2,
                     *             "at": "2026-11-20T09:30:00Z"
                     *           },
                     *           "problem": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WitnessStates"];
                };
            };
        };
    };
    addCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example old 0
                 *
                 *     …
                 */
                "text/plain": string;
            };
        };
        responses: {
            /** @description The cosignature. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example — memory-vault/5d41402abc4b2a76 AAAAAA== */
                    "text/plain": string;
                };
            };
        };
    };
    verifyLog: {
        parameters: {
            query?: {
                /** @description 0 answers at once; the verification goes on. */
                wait?: "0" | "1";
            };
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "events": 2,
                     *       "head": 2,
                     *       "hash": "9f86d081884c7d65…",
                     *       "problems": [],
                     *       "more": 0,
                     *       "views_compared": true,
                     *       "views_at": 2,
                     *       "seconds": 0.01
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyReport"];
                };
            };
            /** @description It has begun; `GET /admin/operations` shows its progress. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "verifying",
                     *       "done": 0,
                     *       "total": 0
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyStatus"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events after this position. */
                after?: number;
                /** @description Only events before this position, the newest first. Not with `after`, not in a stream. */
                before?: number;
                /** @description Only events of this stream. */
                stream?: string;
                /** @description Only events of these types, with commas between. A wrong one is refused with all that there are. */
                type?: string;
                /** @description By default 100. */
                limit?: number;
            };
            header?: {
                /** @description Id of the last message received: the stream goes on after it. */
                "Last-Event-ID"?: number;
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    /** @description As of any list; its `after` or `before` is the last position that was looked at. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "position": 2,
                     *         "id": "01KA5ZJ3M4A1B2C3D4E5F6G7H8",
                     *         "stream": "observation/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0",
                     *         "version": 1,
                     *         "type": "observation.saved",
                     *         "schema": 1,
                     *         "at": "2026-11-20T09:30:00Z",
                     *         "actor": "anonymous",
                     *         "request_id": "01KA5ZJ3M4R2E4Q6T8S0V2W4X6",
                     *         "data": null,
                     *         "hash": "9f86d081884c7d65…"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LogEntry"][];
                    /**
                     * @example id: 2
                     *     data: {"position":2,…}
                     */
                    "text/event-stream": string;
                };
            };
        };
    };
    getLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": 2,
                     *       "head": 2,
                     *       "hash": "9f86d081884c7d65…",
                     *       "erased": 0,
                     *       "bytes": 131072
                     *     }
                     */
                    "application/json": components["schemas"]["LogSummary"];
                };
            };
        };
    };
    getProjections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projections": [
                     *         {
                     *           "name": "prompts",
                     *           "version": 6,
                     *           "position": 1,
                     *           "lag": 1,
                     *           "state": "stopped",
                     *           "stopped": {
                     *             "position": 2,
                     *             "error": "content is missing",
                     *             "event": "/admin/events?after=1&limit=1"
                     *           }
                     *         }
                     *       ],
                     *       "rebuild": {
                     *         "state": "idle",
                     *         "done": 0,
                     *         "total": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Projections"];
                };
            };
        };
    };
    rebuildProjections: {
        parameters: {
            query?: {
                /** @description 1 waits for the end of the rebuild. */
                wait?: "0" | "1";
            };
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rebuild is done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": 28400,
                     *       "seconds": 2.4,
                     *       "before": "9f86d081884c7d65…",
                     *       "damage": null,
                     *       "after": "9f86d081884c7d65…",
                     *       "same": true
                     *     }
                     */
                    "application/json": components["schemas"]["Rebuilt"];
                };
            };
            /** @description It has begun; `GET /admin/projections` shows its progress. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "building",
                     *       "done": 0,
                     *       "total": 0
                     *     }
                     */
                    "application/json": components["schemas"]["RebuildStatus"];
                };
            };
        };
    };
    getOperations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-20T09:30:10Z",
                     *       "started_at": "2026-11-20T09:30:00Z",
                     *       "status": "ready",
                     *       "checks": {
                     *         "log": "ok",
                     *         "views": "ok"
                     *       },
                     *       "conditions": [],
                     *       "points": [],
                     *       "projections": [],
                     *       "rebuild": {
                     *         "state": "idle",
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "verify": {
                     *         "state": "idle",
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "backup": {
                     *         "state": "idle",
                     *         "done": 0,
                     *         "total": 0,
                     *         "folder": "/var/backups/memory-vault"
                     *       },
                     *       "backed_up_at": "2026-11-20T03:10:00Z",
                     *       "log": {
                     *         "events": 2,
                     *         "bytes": 131072
                     *       },
                     *       "views_bytes": 163840,
                     *       "disk": {
                     *         "free_bytes": 60000000000,
                     *         "size_bytes": 100000000000
                     *       },
                     *       "hive": {
                     *         "state": "disabled",
                     *         "reason": "VAULT_HIVE_URL is not set",
                     *         "pending": 0,
                     *         "pushed_total": 0,
                     *         "refused": 0,
                     *         "last_pushed_at": null,
                     *         "consecutive_failures": 0,
                     *         "retry_at": null,
                     *         "last_error": null,
                     *         "lag_seconds": 0
                     *       },
                     *       "webhooks": []
                     *     }
                     */
                    "application/json": components["schemas"]["Operations"];
                    /** @example data: {"at":"2026-11-20T09:30:10Z"} */
                    "text/event-stream": string;
                };
            };
        };
    };
    backUp: {
        parameters: {
            query?: {
                /** @description 0 answers at once; the backup goes on. */
                wait?: "0" | "1";
            };
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was written. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "file": "/var/backups/memory-vault/vault-2026-11-20T09-30-10-000Z.db",
                     *       "events": 2,
                     *       "hash": "9f86d081884c7d65…",
                     *       "removed": 0,
                     *       "lacks": null
                     *     }
                     */
                    "application/json": components["schemas"]["BackupReport"];
                };
            };
            /** @description It has begun; `GET /admin/operations` shows its progress. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "copying",
                     *       "done": 0,
                     *       "total": 0,
                     *       "folder": "/var/backups/memory-vault"
                     *     }
                     */
                    "application/json": components["schemas"]["BackupStatus"];
                };
            };
        };
    };
    redeemInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "0123456789abcdef…"
                 *     }
                 */
                "application/json": components["schemas"]["RedeemInvite"];
            };
        };
        responses: {
            /** @description Logged in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session_token": "0123456789abcdef…",
                     *       "expires_at": "2026-12-20T09:30:00Z",
                     *       "email": "ada@example.org",
                     *       "team": "payments",
                     *       "role": "member"
                     *     }
                     */
                    "application/json": components["schemas"]["LoggedIn"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.org",
                     *       "team_id": "01KA5ZG1A3C5E7G9J2M4P6R8T0",
                     *       "team": "payments",
                     *       "role": "member",
                     *       "expires_at": "2026-12-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Logged out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "logged_out"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "logged_out";
                    };
                };
            };
        };
    };
    listOwnTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZG8B4D6F8H0K2N4Q6S8V1",
                     *         "email": "ada@example.org",
                     *         "role": "member"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Member"][];
                };
            };
        };
    };
    getBrowserLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "caller": "member",
                     *       "admin": false,
                     *       "vault": "members",
                     *       "email": "ada@example.org",
                     *       "team": "payments",
                     *       "role": "member",
                     *       "expires_at": "2026-11-20T17:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BrowserCaller"];
                };
            };
        };
    };
    logInBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "0123456789abcdef…"
                 *     }
                 */
                "application/json": {
                    /** @description A session token, the owner's key, or a code of `memory-vault open`. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Logged in. */
            200: {
                headers: {
                    /** @description The cookie. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "caller": "member",
                     *       "admin": false,
                     *       "vault": "members",
                     *       "email": "ada@example.org",
                     *       "team": "payments",
                     *       "role": "member",
                     *       "expires_at": "2026-11-20T17:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BrowserCaller"];
                };
            };
        };
    };
    logOutBrowser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Logged out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    issueLoginCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "7K2M-QX4D",
                     *       "expires_at": "2026-11-20T09:32:00Z"
                     *     }
                     */
                    "application/json": {
                        code: string;
                        expires_at: components["schemas"]["UtcTime"];
                    };
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZG1A3C5E7G9J2M4P6R8T0",
                     *         "name": "payments",
                     *         "created_at": "2026-11-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Team"][];
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "payments"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTeam"];
            };
        };
        responses: {
            /** @description The team. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZG1A3C5E7G9J2M4P6R8T0",
                     *       "name": "payments",
                     *       "created_at": "2026-11-20T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    removeTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZG8B4D6F8H0K2N4Q6S8V1",
                     *         "email": "ada@example.org",
                     *         "role": "member"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Member"][];
                };
            };
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["AddMember"];
            };
        };
        responses: {
            /** @description The member. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZG8B4D6F8H0K2N4Q6S8V1",
                     *       "email": "ada@example.org",
                     *       "role": "member"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (RFC 7240) waits up to N seconds, at most 60, until what was forgotten is wiped from every file; `respond-async` does not wait. By default 10 seconds. */
                Prefer?: string;
            };
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says how long to wait for 204. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ForgettingPending"];
                };
            };
            /** @description Forgotten, and wiped from every file. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listInvites: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZGE5H7K9N1Q3S5V7X9Z1B",
                     *         "email": "ada@example.org",
                     *         "state": "pending",
                     *         "expires_at": "2026-11-27T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Invite"][];
                };
            };
        };
    };
    issueInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["IssueInvite"];
            };
        };
        responses: {
            /** @description The invite. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZGE5H7K9N1Q3S5V7X9Z1B",
                     *       "token": "0123456789abcdef…",
                     *       "email": "ada@example.org",
                     *       "expires_at": "2026-11-27T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedInvite"];
                };
            };
        };
    };
    revokeInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
                invite: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTeamSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZGQ8T0W2Y4A6C8E0G2J4M",
                     *         "member_id": "01KA5ZG8B4D6F8H0K2N4Q6S8V1",
                     *         "email": "ada@example.org",
                     *         "opened_at": "2026-11-20T09:30:00Z",
                     *         "expires_at": "2026-12-20T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Login"][];
                };
            };
        };
    };
    endTeamSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id or name of the team. */
                team: components["schemas"]["Name"];
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Logged out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Only the tokens with these ids: up to 100, with commas between; also ended ones. */
                ids?: string;
            };
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZGE5H7K9N1Q3S5V7X9Z1B",
                     *         "name": "ci-bot",
                     *         "scope": [
                     *           "read"
                     *         ],
                     *         "projects": [
                     *           "checkout"
                     *         ],
                     *         "holder": "ada@example.org",
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "expires_at": "2027-02-18T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AccessToken"][];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice. A second request with the same key and body changes nothing and gets the first answer again; one with another body is refused (422). */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci-bot",
                 *       "scope": [
                 *         "read"
                 *       ],
                 *       "projects": [
                 *         "checkout"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateToken"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZGE5H7K9N1Q3S5V7X9Z1B",
                     *       "name": "ci-bot",
                     *       "scope": [
                     *         "read"
                     *       ],
                     *       "projects": [
                     *         "checkout"
                     *       ],
                     *       "holder": "ada@example.org",
                     *       "created_at": "2026-11-20T09:30:00Z",
                     *       "expires_at": "2027-02-18T09:30:00Z",
                     *       "token": "mvt_0123456789abcdef…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01KA5ZGE5H7K9N1Q3S5V7X9Z1B",
                     *         "url": "https://hooks.example/vault",
                     *         "types": [
                     *           "observation.saved"
                     *         ],
                     *         "created_at": "2026-11-20T09:30:00Z",
                     *         "state": "sending",
                     *         "position": 2,
                     *         "lag": 0,
                     *         "last_success_at": "2026-11-20T09:31:00Z",
                     *         "failing_since": null,
                     *         "failures": 0,
                     *         "next_try_at": null,
                     *         "last_error": null,
                     *         "failed": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example/vault",
                 *       "types": [
                 *         "observation.saved"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddWebhook"];
            };
        };
        responses: {
            /** @description The webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KA5ZGE5H7K9N1Q3S5V7X9Z1B",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": {
                        id: components["schemas"]["Ulid"];
                        /** @description `whsec_` and base64: what messages are signed with. No other answer shows it. */
                        secret: string;
                    };
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": {
                        /** @description `whsec_` and base64: what messages are signed with. No other answer shows it. */
                        secret: string;
                    };
                };
            };
        };
    };
    retryWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The retry has begun. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the receiver accepted it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "taken": false,
                     *       "error": "answered 503"
                     *     }
                     */
                    "application/json": {
                        taken: boolean;
                        error?: string;
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is alive. */
            200: {
                headers: {
                    /** @description Which start of the service answers: a digest of `service.json`. */
                    "X-Vault-Instance"?: string;
                    /** @description The answer to `X-Vault-Challenge`. */
                    "X-Vault-Proof"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "checks": {
                     *         "log": "ok",
                     *         "views": "ok",
                     *         "hive": "disabled",
                     *         "disk": "ok",
                     *         "clock": "ok",
                     *         "erasure": "ok"
                     *       },
                     *       "conditions": []
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "0.1.0",
                     *       "commit": "4ab27425",
                     *       "uptime_seconds": 60,
                     *       "tier": "community",
                     *       "observations_total": 1
                     *     }
                     */
                    "application/json": {
                        version: string;
                        /** @description What was built, shortened; absent where that is not known. */
                        commit?: string;
                        uptime_seconds: number;
                        /** @enum {string} */
                        tier: "community" | "teams";
                        observations_total: number;
                    };
                };
            };
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "resource": "https://vault.example/mcp",
                     *       "authorization_servers": [
                     *         "https://login.example"
                     *       ],
                     *       "scopes_supported": [
                     *         "read",
                     *         "write",
                     *         "forget"
                     *       ],
                     *       "bearer_methods_supported": [
                     *         "header"
                     *       ],
                     *       "resource_name": "Memory Vault"
                     *     }
                     */
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
        };
    };
    decideConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "response_type=code"
                 *     }
                 */
                "application/json": {
                    /** @description Of the authorization request. */
                    query: string;
                    /**
                     * @description None yet: show it.
                     * @enum {string}
                     */
                    decision?: "approve" | "deny";
                    /** @description What of it is approved; all without it. */
                    scope?: ("read" | "write" | "forget")[] | null;
                    /** @description It is bound to them: everything else is as if it were not there. */
                    projects?: components["schemas"]["Name"][] | null;
                };
            };
        };
        responses: {
            /** @description What it asks, or where to go. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client": "Claude",
                     *       "client_host": "claude.ai",
                     *       "redirect_host": "claude.ai",
                     *       "scope": [
                     *         "read",
                     *         "write"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Consent"];
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "tools": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description A notification was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    scrapeMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # TYPE memory_vault_log_position gauge
                     *     memory_vault_log_position 2
                     */
                    "text/plain": string;
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer only from read models that have applied the log up to this position. */
                "X-Min-Position"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # TYPE memory_vault_log_position gauge
                     *     memory_vault_log_position 2
                     */
                    "text/plain": string;
                };
            };
        };
    };
    getLlmsText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text, as Markdown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example # Memory Vault */
                    "text/plain": string;
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}

/** The paths whose POST takes an `Idempotency-Key`. */
export const KEYED_PATHS: ReadonlySet<string> = new Set([
  '/api/v1/observations',
  '/api/v1/observations/batch',
  '/api/v1/sessions',
  '/api/v1/sessions/{id}/told',
  '/api/v1/prompts',
  '/admin/hive/projects/{project}/pause',
  '/admin/hive/projects/{project}/resume',
  '/admin/hive/members',
  '/v1/observations/batch',
  '/api/v1/observations/{id}/verdict',
  '/api/v1/observations/{id}/accept',
  '/api/v1/observations/forget',
  '/admin/purge',
  '/admin/forget',
  '/admin/log/verify',
  '/admin/projections/rebuild',
  '/admin/backup',
  '/auth/redeem',
  '/admin/teams',
  '/admin/teams/{team}/members',
  '/admin/teams/{team}/invites',
  '/api/v1/tokens',
]);
