// Loaded before a program (`node --import`): it believes that it runs on macOS.
Object.defineProperty(process, 'platform', { value: 'darwin' });
