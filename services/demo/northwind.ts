/** Where Northwind Retail sells. `quality` is in standard deviations of what customers feel. */
export const stores = [
  { store: 'Amsterdam Centrum', region: 'North', quality: -0.18, weight: 1.5 },
  { store: 'Haarlem', region: 'North', quality: 0.16, weight: 0.9 },
  { store: 'Groningen', region: 'North', quality: 0.3, weight: 0.8 },
  { store: 'Utrecht', region: 'Central', quality: 0.1, weight: 1.3 },
  { store: 'Amersfoort', region: 'Central', quality: -0.05, weight: 0.7 },
  { store: 'Eindhoven', region: 'South', quality: 0.02, weight: 1.1 },
  { store: 'Breda', region: 'South', quality: -0.32, weight: 0.8 },
  { store: 'Maastricht', region: 'South', quality: 0.22, weight: 0.6 },
] as const;

/** Five people a store, in the order of `stores`. */
export const staff: readonly (readonly string[])[] = [
  ['Ana Ribeiro', 'Bram Visser', 'Chidi Okafor', 'Daan Mulder', 'Elif Yilmaz'],
  ['Femke Jansen', 'Gijs Bakker', 'Hanna Lindqvist', 'Imran Aziz', 'Jasmijn Smit'],
  ['Koen Dijkstra', 'Lotte Hoekstra', 'Milan Novak', 'Noor Haddad', 'Olav Postma'],
  ['Sam de Vries', 'Priya Sharma', 'Quinten Bos', 'Rosa Martens', 'Thijs Meijer'],
  ['Ursula Klein', 'Vera van Dam', 'Wouter Prins', 'Yara Mansour', 'Zoe Willems'],
  ['Adam Kowalski', 'Britt Peters', 'Cem Aydin', 'Dewi Santoso', 'Emma Claes'],
  ['Finn Verhoeven', 'Greta Maes', 'Hugo Lambert', 'Ines Costa', 'Joris Leenders'],
  ['Karim Benali', 'Lieke Thijssen', 'Marco Bianchi', 'Nina Schmitz', 'Oscar Habets'],
];

export const channels = [
  { channel: 'In store', weight: 55, feeling: 0.12, served: true },
  { channel: 'Online', weight: 18, feeling: 0, served: false },
  { channel: 'Delivery', weight: 12, feeling: -0.2, served: false },
  { channel: 'Phone', weight: 8, feeling: -0.3, served: true },
  { channel: 'Chat', weight: 7, feeling: -0.12, served: true },
] as const;
export type Channel = (typeof channels)[number]['channel'];

export const products = [
  { product: 'Kitchen', goods: 'kitchenware', weight: 24, feeling: 0.06 },
  { product: 'Furniture', goods: 'furniture', weight: 22, feeling: -0.1 },
  { product: 'Textiles', goods: 'bedding', weight: 18, feeling: 0.1 },
  { product: 'Lighting', goods: 'lighting', weight: 14, feeling: 0.04 },
  { product: 'Garden', goods: 'garden furniture', weight: 12, feeling: 0.08 },
  { product: 'Electronics', goods: 'electronics', weight: 10, feeling: -0.28 },
] as const;

export const segments = [
  { segment: 'New', weight: 25, feeling: -0.1 },
  { segment: 'Regular', weight: 45, feeling: 0 },
  { segment: 'Club member', weight: 30, feeling: 0.16 },
] as const;

const firstNames =
  'Anna Ben Clara David Eva Frank Grace Henk Iris Jan Kim Lars Maria Niels Olga Peter Ruth Simon Tess Viktor'.split(' ');
const lastNames =
  'Aalders Brouwer Cohen Dekker Evers Fischer Garcia Hendriks Ivanova Jacobs Kuiper Laurent Moreau Nielsen Oosterhuis Petrov Roos Schouten Timmer Wolff'.split(
    ' ',
  );

/** A returning customer, by number from 0 to 399. */
export function customer(number: number): { id: string; name: string; email: string } {
  const first = firstNames[number % firstNames.length]!;
  const last = lastNames[Math.floor(number / firstNames.length) % lastNames.length]!;
  return { id: `NW-${1_000 + number}`, name: `${first} ${last}`, email: `${first}.${last}@example.com`.toLowerCase() };
}
export const customers = firstNames.length * lastNames.length;
