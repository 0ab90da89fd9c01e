import '@mantine/dates/styles.css';
import './range-picker.css';
import type { TimeRange } from '@frankly/contracts/filters';
import { FocusTrap } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { customRange } from './dates.ts';

interface RangePickerProps {
  days: [from: string, to: string] | null;
  onChosen: (time: TimeRange) => void;
}

export default function RangePicker({ days, onChosen }: RangePickerProps) {
  const [picked, setPicked] = useState<[string | null, string | null]>(days ?? [null, null]);
  const [today] = useState(() => new Date());
  return (
    <FocusTrap>
      <div>
        <DatePicker
          type="range"
          allowSingleDateInRange
          firstDayOfWeek={1}
          maxDate={today}
          value={picked}
          onChange={(range) => {
            setPicked(range);
            const [from, to] = range;
            if (from && to) onChosen(customRange(from, to));
          }}
          ariaLabels={{
            nextMonth: 'Next month',
            previousMonth: 'Previous month',
            nextYear: 'Next year',
            previousYear: 'Previous year',
            nextDecade: 'Next ten years',
            previousDecade: 'Previous ten years',
          }}
        />
      </div>
    </FocusTrap>
  );
}
