import '@mantine/core/styles/Modal.css';
import '@mantine/spotlight/styles.css';
import './palette.css';
import { useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFeedbackCommands } from '../../features/feedback/feedback-commands.ts';
import { messages as feedbackMessages } from '../../features/feedback/messages.ts';
import { useScreens } from '../hooks.ts';
import { messages } from '../messages.ts';
import { useScreenAddress } from './navigation.tsx';

const [paletteStore, palette] = createSpotlight();
const words = feedbackMessages.palette;

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Everything by its name: screens, questions, times, people and places. */
export default function Palette({ opened, onClose }: PaletteProps) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const address = useScreenAddress();
  const screens = useScreens();
  const { setColorScheme } = useMantineColorScheme();
  const commands = useFeedbackCommands(query);
  useEffect(() => {
    if (opened) palette.open();
  }, [opened]);

  const groups: SpotlightActionGroupData[] = [
    {
      group: words.screens,
      actions: screens.map((screen) => ({
        id: screen.path,
        label: screen.label,
        leftSection: <screen.icon size={19} stroke={1.7} aria-hidden />,
        onClick: () => void navigate(address(screen)),
      })),
    },
    ...commands,
    {
      group: words.appearance,
      actions: (['light', 'dark', 'auto'] as const).map((scheme) => ({
        id: scheme,
        label: messages[scheme],
        keywords: messages.theme,
        onClick: () => setColorScheme(scheme),
      })),
    },
  ];
  return (
    <Spotlight
      store={paletteStore}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      nothingFound={words.nothing}
      highlightQuery
      scrollable
      maxHeight={440}
      shortcut={null}
      attributes={{ content: { 'aria-label': messages.search } }}
      searchProps={{
        leftSection: <IconSearch size={19} stroke={1.7} aria-hidden />,
        placeholder: words.placeholder,
        'aria-label': messages.search,
      }}
    />
  );
}
