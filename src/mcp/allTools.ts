import type { Tool } from './tool.js';
import { contextTool } from './tools/context.js';
import { forgetTool } from './tools/forget.js';
import { getTool } from './tools/get.js';
import { saveTool } from './tools/save.js';
import { searchTool } from './tools/search.js';
import { sessionTool } from './tools/session.js';
import { timelineTool } from './tools/timeline.js';
import { updateTool } from './tools/update.js';

/** All tools, in the order in which a model reads them. */
export const ALL_TOOLS: readonly Tool[] = [
  searchTool,
  timelineTool,
  getTool,
  contextTool,
  saveTool,
  updateTool,
  forgetTool,
  sessionTool,
];
