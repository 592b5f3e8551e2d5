/** How a client reaches the vault: the URL of `POST /mcp`, or the command whose standard input and output it speaks over. */
export type Target =
  | { readonly transport: 'http'; readonly url: string }
  | {
      readonly transport: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** A client of the Model Context Protocol that is tried. Each method rejects when the client reports an error. */
export interface McpClient {
  /** The names of all tools. */
  listTools(): Promise<readonly string[]>;
  /** The text of a tool's answer. */
  callTool(
    name: string,
    args: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<string>;
  /** The text of a resource. */
  readResource(uri: string): Promise<string>;
  /** The text of a prompt. */
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

/** One client in one way of using it. */
export interface TriedClient {
  /** Its package and version. */
  readonly name: string;
  /** The versions of the protocol that it is made to speak. */
  readonly protocol: string;
  readonly target: Target;
  open(): Promise<McpClient>;
}
