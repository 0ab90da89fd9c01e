export const statusTones = { invited: 'warn', active: 'good', disabled: 'bad' } as const;
