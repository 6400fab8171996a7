import type { Meta, StoryObj } from '@storybook/react-vite'
import { Inbox } from 'lucide-react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

const meta = {
  title: 'Controles/Página sem conteúdo',
  component: EmptyState,
  args: { title: 'Nenhuma conta em aberto' },
} satisfies Meta<typeof EmptyState>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const NextStep: StoryObj<typeof meta> = {
  name: 'Com o próximo passo',
  args: { icon: <Inbox aria-hidden />, text: 'Crie a primeira.', action: <Button look="solid">Nova conta</Button> },
}
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: { icon: <Inbox aria-hidden />, text: 'Nada corresponde ao que foi buscado com os filtros em vigor. '.repeat(5) },
}
