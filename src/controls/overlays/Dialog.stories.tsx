import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../Button.tsx'
import { Dialog, Drawer } from './Dialog.tsx'

const footer = (
  <>
    <Button>Cancelar</Button>
    <Button look="solid">Gravar</Button>
  </>
)

const meta = {
  title: 'Controles/Diálogo',
  component: Dialog,
  args: {
    open: true,
    title: 'Gravar as mudanças?',
    children: 'Três campos mudaram.',
    footer,
    closeLabel: 'Fechar',
    onClose: () => undefined,
  },
} satisfies Meta<typeof Dialog>
export default meta

export const Open: StoryObj<typeof meta> = { name: 'Aberto' }
export const Side: StoryObj<typeof meta> = { name: 'Ao lado', render: args => <Drawer {...args} /> }
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: { size: 'md', text: true, children: <p>{'O que foi digitado fica guardado até a próxima visita. '.repeat(80)}</p> },
}
