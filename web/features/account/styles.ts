// The parts of Mantine that the account adds to the shell's, in the order they build on each other.
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
