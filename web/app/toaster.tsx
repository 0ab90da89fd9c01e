import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';

export const show = notifications.show;

export default function Toaster() {
  return <Notifications position="bottom-right" autoClose={3000} />;
}
