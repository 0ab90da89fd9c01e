import { Kbd, type MantineColorScheme, Menu, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSearch, IconSun, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { useSignOutMutation } from '../api.ts';
import { useMe, useScreens } from '../hooks.ts';
import { messages } from '../messages.ts';
import { toast } from '../toast.ts';
import { tabCount, useScreenAddress } from './navigation.tsx';
import styles from './shell.module.css';

export function TopBar({ onSearch }: { onSearch: () => void }) {
  const { company } = useMe();
  const mac = navigator.platform.startsWith('Mac');
  return (
    <header className={styles.top}>
      <Link to="/" className={styles.brand}>
        <Logo /> {messages.product}
      </Link>
      <span className={styles.company}>{company.name}</span>
      <div className={styles.right}>
        <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
          <IconSearch size={16} aria-hidden />
          <span>{messages.search}</span>
          <Kbd size="xs" aria-hidden>
            {mac ? '⌘K' : 'Ctrl K'}
          </Kbd>
        </button>
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  );
}

const schemes = [
  { value: 'light', label: messages.light, icon: IconSun },
  { value: 'dark', label: messages.dark, icon: IconMoon },
  { value: 'auto', label: messages.auto, icon: IconDeviceDesktop },
] as const;

function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  return (
    <Menu position="bottom-end" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.iconButton} aria-label={messages.theme}>
          {shown === 'dark' ? <IconSun size={20} stroke={1.7} aria-hidden /> : <IconMoon size={20} stroke={1.7} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map((scheme) => (
            <Menu.RadioItem
              key={scheme.value}
              value={scheme.value}
              rightSection={<scheme.icon size={17} stroke={1.7} aria-hidden />}
            >
              {scheme.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase())
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('');

function UserMenu() {
  const { user, userRoleType } = useMe();
  const [signOut] = useSignOutMutation();
  const address = useScreenAddress();
  const narrow = useMediaQuery('(max-width: 61.99em)');
  const beyondTabs = useScreens().slice(narrow ? tabCount : Number.POSITIVE_INFINITY);
  const leave = async () => {
    const result = await signOut();
    if (result.data) window.location.replace(result.data.redirect);
    else void toast(messages.signOutFailed, 'bad');
  };
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={styles.iconButton}>
          <span className={styles.avatar} aria-hidden>
            {initials(user.name)}
          </span>
          <VisuallyHidden>{`${messages.account}: ${user.name}`}</VisuallyHidden>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <b>{user.name}</b>
          <br />
          {user.email}
          <br />
          {messages.roles[userRoleType]}
        </Menu.Label>
        <Menu.Divider />
        {beyondTabs.map((screen) => (
          <Menu.Item
            key={screen.path}
            component={Link}
            to={address(screen)}
            leftSection={<screen.icon size={17} stroke={1.7} aria-hidden />}
          >
            {screen.label}
          </Menu.Item>
        ))}
        {beyondTabs.length > 0 && <Menu.Divider />}
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={17} stroke={1.7} aria-hidden />}>
          {messages.yourAccount}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={17} stroke={1.7} aria-hidden />} onClick={leave}>
          {messages.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
