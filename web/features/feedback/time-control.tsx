import { Button, Menu, Popover, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { customDays, rangeLabel } from './dates.ts';
import { readTime, writeTime } from './filter-url.ts';
import { countedTime, messages, timeChoices } from './messages.ts';
import { useFilter } from './use-filter.ts';

const RangePicker = lazy(() => import('./range-picker.tsx'));

/** The ranges used most are one click away; any other one is a pair of days. */
export function TimeControl() {
  const { filter, change } = useFilter();
  const [picking, setPicking] = useState(false);
  const narrow = useMediaQuery('(max-width: 75em)', window.innerWidth <= 1_200, { getInitialValueInEffect: false });
  const written = writeTime(filter.time);
  const days = filter.time.unit === 'custom' ? customDays(String(filter.time.value)) : null;
  const customLabel = days ? rangeLabel(...days) : null;
  const choose = (text: string) => {
    const time = readTime(text);
    if (time) change({ time });
  };
  const known = timeChoices.find((choice) => writeTime(choice.time) === written);

  return (
    <Popover opened={picking} onChange={setPicking} position="bottom-end" withRoles={false} withinPortal={false}>
      <Popover.Target>
        <div style={{ display: 'flex', gap: 8 }}>
          {narrow ? (
            <Menu position="bottom-end" width={210} withinPortal={false} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button
                  variant="default"
                  size="sm"
                  mih={44}
                  leftSection={<IconCalendar size={17} aria-hidden />}
                  rightSection={<IconChevronDown size={15} aria-hidden />}
                  aria-label={`${messages.time}: ${known?.label ?? customLabel ?? countedTime(filter.time)}`}
                >
                  {known?.label ?? customLabel ?? countedTime(filter.time)}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.RadioGroup value={written} onChange={choose}>
                  {timeChoices.map((choice) => (
                    <Menu.RadioItem key={choice.label} mih={44} value={writeTime(choice.time)}>
                      {choice.label}
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioGroup>
                <Menu.Item mih={44} leftSection={<IconCalendar size={15} aria-hidden />} onClick={() => setPicking(true)}>
                  {messages.custom}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ) : (
            <>
              <SegmentedControl
                aria-label={messages.time}
                value={written}
                onChange={choose}
                data={timeChoices.map((choice) => ({ value: writeTime(choice.time), label: choice.label }))}
              />
              <Button
                variant={known ? 'default' : 'light'}
                size="xs"
                leftSection={<IconCalendar size={16} aria-hidden />}
                aria-expanded={picking}
                onClick={() => setPicking(!picking)}
              >
                {known ? messages.custom : (customLabel ?? countedTime(filter.time))}
              </Button>
            </>
          )}
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={messages.customTitle}>
        <Suspense fallback={<Skeleton width={252} height={290} />}>
          <RangePicker
            days={days}
            onChosen={(time) => {
              setPicking(false);
              change({ time });
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
