/** @jsxRuntime automatic */
import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Section, Text } from '@react-email/components';
import type { Letter } from './messages.ts';

const font = 'Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const ink = '#161a26';
const soft = '#5a6172';

const styles = {
  page: { margin: 0, padding: '24px 12px', backgroundColor: '#f5f6fb', fontFamily: font, color: ink },
  card: {
    maxWidth: '520px',
    padding: '28px 24px',
    backgroundColor: '#ffffff',
    border: '1px solid #dcdfea',
    borderRadius: '16px',
  },
  brand: { margin: '0 0 20px', fontSize: '15px', fontWeight: 700, color: '#4350cf' },
  heading: { margin: '0 0 16px', fontSize: '24px', lineHeight: '30px', fontWeight: 700, overflowWrap: 'anywhere' },
  line: { margin: '0 0 14px', fontSize: '16px', lineHeight: '24px', overflowWrap: 'anywhere' },
  action: { margin: '10px 0 22px' },
  button: {
    padding: '14px 24px',
    borderRadius: '12px',
    backgroundColor: '#4350cf',
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  rule: { margin: '0 0 16px', borderColor: '#dcdfea' },
  after: { margin: 0, fontSize: '14px', lineHeight: '21px', color: soft },
} as const;

/** One look for every mail: a card that fits a phone, one thing to do. */
export function LetterView({ letter: { heading, lines, action, after }, hello }: { letter: Letter; hello: string }) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{lines[0] ?? heading}</Preview>
      <Body style={styles.page}>
        <Container style={styles.card}>
          <Text style={styles.brand}>Frankly</Text>
          <Heading style={styles.heading}>{heading}</Heading>
          {[hello, ...lines].map((line) => (
            <Text key={line} style={styles.line}>
              {line}
            </Text>
          ))}
          {action && (
            <Section style={styles.action}>
              <Button href={action.url} style={styles.button}>
                {action.label}
              </Button>
            </Section>
          )}
          <Hr style={styles.rule} />
          <Text style={styles.after}>{after}</Text>
        </Container>
      </Body>
    </Html>
  );
}
