import type { Meta, StoryObj } from '@storybook/react-vite'
import { Copy, History, Trash2 } from 'lucide-react'
import { screen, userEvent } from 'storybook/test'
import { Button } from '../Button.tsx'
import { Menu } from './Menu.tsx'
import type { MenuPart } from './menuEntry.ts'

const act = (): void => undefined
const entries: readonly MenuPart[] = [
  { id: 'copy', title: 'Clonar', icon: <Copy aria-hidden />, aside: 'Ctrl+D', act },
  { id: 'history', title: 'Histórico', icon: <History aria-hidden />, act },
  { id: 'off', title: 'Enviar às filiais', disabled: true, reason: 'Só a matriz envia.', act },
  { heading: 'Colunas' },
  { id: 'name', title: 'Nome', checked: true, act },
  { id: 'price', title: 'Preço', checked: false, act },
  { line: 'danger' },
  { id: 'remove', title: 'Excluir', icon: <Trash2 aria-hidden />, danger: true, act },
]

const meta = {
  title: 'Controles/Menu',
  component: Menu,
  args: { side: 'bottom-start', entries, trigger: props => <Button {...props}>Mais ações</Button> },
} satisfies Meta<typeof Menu>
export default meta

const open: NonNullable<StoryObj<typeof meta>['play']> = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  await screen.findByRole('menu')
}

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Open: StoryObj<typeof meta> = { name: 'Aberto', play: open }
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: {
    entries: Array.from({ length: 30 }, (_, at) => ({
      id: String(at),
      title: `Etiqueta de gôndola com preço, código de barras e data de validade, modelo ${at + 1}`,
      act,
    })),
  },
  play: open,
}
