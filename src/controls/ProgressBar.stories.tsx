import type { Meta, StoryObj } from '@storybook/react-vite'
import { ProgressBar } from './ProgressBar.tsx'

const meta = {
  title: 'Controles/Progresso',
  component: ProgressBar,
  args: { label: 'Importando produtos' },
} satisfies Meta<typeof ProgressBar>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão', args: { value: 0.4 } }
export const Busy: StoryObj<typeof meta> = { name: 'Não se sabe quanto falta' }
export const Done: StoryObj<typeof meta> = { name: 'Terminado', args: { value: 1 } }
