import { Button, FileButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import form from '../../ui/form.module.css';
import { Addresses } from './addresses.tsx';
import { messages } from './messages.ts';
import { type SsoRow, useConfigureSamlMutation } from './security-api.ts';
import styles from './security.module.css';

const words = messages.sso;
const largestFile = 500_000;
type Source = 'url' | 'file';

interface Metadata {
  name: string;
  xml: string;
}

interface SamlFormProps {
  row: SsoRow;
  onClose: () => void;
  onSaved: (provider: 'saml') => void;
}

export function SamlForm({ row, onClose, onSaved }: SamlFormProps) {
  const [name, setName] = useState(row.saml?.name ?? '');
  const [source, setSource] = useState<Source>(row.saml && !row.saml.metadataUrl ? 'file' : 'url');
  const [url, setUrl] = useState(row.saml?.metadataUrl ?? '');
  const [file, setFile] = useState<Metadata | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const [configure, { isLoading, error }] = useConfigureSamlMutation();
  const nameProblem = name.trim() ? null : words.nameMissing;
  const urlProblem = URL.canParse(url.trim()) ? null : words.metadataUrlWrong;
  const fileProblem = tooLarge ? words.fileTooLarge : submitted && !file ? words.fileMissing : null;

  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    setTooLarge(chosen.size > largestFile);
    setFile(chosen.size > largestFile ? null : { name: chosen.name, xml: await chosen.text() });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (nameProblem || (source === 'url' ? urlProblem : !file)) return;
    const metadata = source === 'url' ? { metadataUrl: url.trim() } : { metadataXml: file!.xml };
    if ('data' in (await configure({ name: name.trim(), ...metadata }))) onSaved('saml');
  };

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <Addresses provider={words.yourProvider} addresses={row.addresses} />
      <div className={styles.steps}>
        <h3>{words.metadata}</h3>
        <TextInput
          label={words.name}
          description={words.nameHint}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={submitted ? nameProblem : null}
        />
        <SegmentedControl
          aria-label={words.metadata}
          value={source}
          onChange={(value) => setSource(value as Source)}
          data={[
            { value: 'url', label: words.byUrl },
            { value: 'file', label: words.byFile },
          ]}
        />
        {source === 'url' ? (
          <TextInput
            label={words.metadataUrl}
            placeholder="https://"
            inputMode="url"
            autoComplete="off"
            maxLength={1_000}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={submitted ? urlProblem : null}
          />
        ) : (
          <div className={styles.file}>
            <FileButton accept=".xml,text/xml,application/xml,application/samlmetadata+xml" onChange={choose}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconFileUpload size={16} aria-hidden />}>
                  {words.chooseFile}
                </Button>
              )}
            </FileButton>
            <span role="status">{file?.name}</span>
            {fileProblem && (
              <span className={styles.fileProblem} role="alert">
                {fileProblem}
              </span>
            )}
          </div>
        )}
      </div>
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.saveAndTest}
        </Button>
      </div>
    </form>
  );
}
