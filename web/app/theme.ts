import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dcdffb',
  '#b8bef4',
  '#929bec',
  '#7480e4',
  '#5b68dd',
  '#4450d4',
  '#3a45bb',
  '#323ca3',
  '#29328a',
];
const navy: MantineColorsTuple = [
  '#eceff6',
  '#a6aebf',
  '#8b93a5',
  '#5c6478',
  '#2a3042',
  '#232838',
  '#1c2130',
  '#171b26',
  '#10141d',
  '#0b0e15',
];

export const theme = createTheme({
  primaryColor: 'indigo',
  colors: { indigo, dark: navy },
  primaryShade: { light: 6, dark: 5 },
  fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: importing the components here would put all of them into the shell.
  components: {
    Button: { defaultProps: { fw: 600 } },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'none' } } },
    },
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'none' } }, radius: 'lg' },
    },
    Popover: { defaultProps: { radius: 'md', shadow: 'md' } },
    SegmentedControl: { defaultProps: { radius: 'md', size: 'xs', withItemsBorders: false } },
    Tooltip: { defaultProps: { openDelay: 200, withArrow: true } },
  },
});

/** Mantine's error red (3.3:1) and placeholder grey (2.1:1) fail contrast; these pass it. */
export const legibleVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-dimmed': '#545c70',
    '--mantine-color-text': '#141824',
  },
  dark: {
    '--mantine-color-error': '#ff9d97',
    '--mantine-color-placeholder': '#a6aebf',
    '--mantine-color-dimmed': '#a6aebf',
    '--mantine-color-text': '#eceff6',
    '--mantine-color-body': '#171b26',
  },
});
