/** Imports point one way, and no feature reads another feature's insides. `scripts/layers.mjs` runs it and proves that it bites. */
const layer = (name, above) => ({
  name: `${name}-below-${above.join('-')}`,
  comment: 'contracts <- infra <- projections <- services; web -> contracts only',
  severity: 'error',
  from: { path: `^${name}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: `^(${above.join('|')})/` },
});

/**
 * Folders side by side that may know each other only through `contracts`. `open` folders are for all, `composing` ones put the
 * others together, and a `door` is the one file by which its feature takes commands from others.
 */
const apart = (name, parent, { open = [], composing = [], doors = [] } = {}) => ({
  name,
  comment:
    "a feature knows another feature by its contract, not by its insides; move what both need to the contract or the workspace's root",
  severity: 'error',
  from: { path: `^${parent}/([^/]+)/`, ...(composing.length && { pathNot: `^${parent}/(${composing.join('|')})/` }) },
  to: {
    path: `^${parent}/[^/]+/`,
    pathNot: [`^${parent}/(${['$1', ...open].join('|')})/`, ...doors.map((door) => `^${parent}/${door}\\.ts$`)],
  },
});

module.exports = {
  forbidden: [
    layer('contracts', ['infra', 'projections', 'services', 'web']),
    layer('infra', ['projections', 'services', 'web']),
    layer('projections', ['services', 'web']),
    layer('services', ['web']),
    layer('web', ['infra', 'projections', 'services']),
    apart('services-features-apart', 'services', {
      open: ['http', 'identity'],
      composing: ['http', 'cli', 'demo'],
      doors: [
        'responses/intake',
        'responses/change-answer',
        'responses/attributes',
        'links/request-link',
        'links/unconfirmed-email',
        'mail/letters',
        'mail/messages',
        'mail/send-notice',
        'security/company-security',
        'sso/addresses',
      ],
    }),
    apart('projections-features-apart', 'projections', { open: ['engine', 'scoring', 'identity'] }),
    apart('web-features-apart', 'web/features'),
    {
      name: 'web-ui-below-features',
      comment: 'shared components know no feature',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(features|app)/' },
    },
    {
      name: 'product-without-tests',
      comment: 'what runs in production does not lean on tests',
      severity: 'error',
      from: { path: '^(contracts|infra|projections|services|web)/', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '(^tests/|\\.(test|fixture)\\.tsx?$)' },
    },
    { name: 'no-circular', comment: 'a cycle is one module in disguise', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment: 'an import that leads nowhere hides what lies behind it',
      severity: 'error',
      from: {},
      // `import { from as copyFrom }` is read as a module named ✖
      to: { couldNotResolve: true, pathNot: '^✖$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
