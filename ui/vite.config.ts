import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// A server of one's own for `npm run dev`; the built page is served by Toolcrib itself.
const server = 'http://127.0.0.1:7420';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    // The page's policy forbids inline scripts, so nothing is put into index.html.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/healthz': server,
      '/openapi.json': server,
    },
  },
});
