import type { Meta, StoryObj } from '@storybook/react-vite'
import { Logo, logoNames } from './Logo.tsx'

const meta = { title: 'Controles/Logotipo', component: Logo, args: { name: 'pix' } } satisfies Meta<typeof Logo>
export default meta

export const Default: StoryObj<typeof meta> = {
  name: 'Padrão',
  render: () => (
    <ul style={{ listStyle: 'none', display: 'grid', gap: 8 }}>
      {logoNames.map(name => (
        <li key={name} style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <Logo name={name} /> {name}
        </li>
      ))}
    </ul>
  ),
}
