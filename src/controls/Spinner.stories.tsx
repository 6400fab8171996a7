import type { Meta, StoryObj } from '@storybook/react-vite'
import { Spinner } from './Spinner.tsx'

const meta = { title: 'Controles/Espera', component: Spinner } satisfies Meta<typeof Spinner>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Busy: StoryObj<typeof meta> = { name: 'Sozinha, lida em voz alta', args: { label: 'Carregando', size: '2rem' } }
