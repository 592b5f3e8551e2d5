import type { Tool } from './tool.js';
import { contextTool } from './tools/context.js';
import { getTool } from './tools/get.js';
import { saveTool } from './tools/save.js';
import { searchTool } from './tools/search.js';

/** All tools, in the order in which a model reads them. */
export const ALL_TOOLS: readonly Tool[] = [searchTool, getTool, contextTool, saveTool];
