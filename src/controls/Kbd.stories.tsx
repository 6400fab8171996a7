import type { Meta, StoryObj } from '@storybook/react-vite'
import { Kbd } from './Kbd.tsx'

export default { title: 'Controles/Tecla' } satisfies Meta

export const Default: StoryObj = {
  name: 'Padrão',
  render: () => (
    <p>
      <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> abre a busca.
    </p>
  ),
}
