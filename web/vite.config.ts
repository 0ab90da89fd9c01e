import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfig, type Plugin } from 'vite';
import { Marketing, SmallBrand } from './ui/entry/marketing.tsx';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['FRANKLY_API'] ?? 'http://127.0.0.1:3000';
const served = ['/ajax', '/api', '/filter', '/me', '/s', '/login', '/register', '/password', '/link', '/choice', '/sso', '/dev'];

/** What stands around the form is painted before any script has come, and is in none. */
const around: Plugin = {
  name: 'frankly-around-the-form',
  transformIndexHtml: (html) =>
    html
      .replace('<!-- marketing -->', renderToStaticMarkup(createElement(Marketing)))
      .replace('<!-- brand -->', renderToStaticMarkup(createElement(SmallBrand))),
};

export default defineConfig({
  root: here('.'),
  plugins: [react(), around],
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: api }])) },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'baseline-widely-available',
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: here('index.html'), login: here('login.html'), account: here('account.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'entry', test: /web[\\/]ui[\\/]entry[\\/].*\.tsx?$/, priority: 20 },
          ],
        },
      },
    },
  },
});
