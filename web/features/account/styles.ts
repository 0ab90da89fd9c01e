// The parts of Mantine that the account adds to the shell's, in the order they build on each other.
import '../../app/form-styles.ts';
import '@mantine/core/styles/PasswordInput.css';
