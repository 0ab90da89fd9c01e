import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['FRANKLY_API'] ?? 'http://127.0.0.1:3000';
const served = ['/ajax', '/api', '/filter', '/me', '/s', '/login'];

export default defineConfig({
  root: here('.'),
  plugins: [react()],
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: api }])) },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'baseline-widely-available',
    rolldownOptions: {
      input: { app: here('index.html'), login: here('login.html') },
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 }],
        },
      },
    },
  },
});
