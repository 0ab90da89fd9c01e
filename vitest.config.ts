import { defineConfig } from 'vitest/config';

/** Of the suites that use the database; they share one server. */
const globalSetup = ['tests/kit/global-setup.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{contracts,infra,projections,services,scripts}/**/*.test.ts'], globalSetup },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      {
        extends: true,
        test: { name: 'stories', include: ['tests/stories/**/*.test.{ts,tsx}'], globalSetup },
      },
      {
        extends: true,
        test: { name: 'engines', include: ['tests/{engines,replay}/**/*.test.ts'], globalSetup, testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
