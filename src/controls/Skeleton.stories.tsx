import type { Meta, StoryObj } from '@storybook/react-vite'
import { Skeleton } from './Skeleton.tsx'

const meta = { title: 'Controles/Esboço', component: Skeleton } satisfies Meta<typeof Skeleton>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Sized: StoryObj<typeof meta> = { name: 'Com medidas', args: { width: '3rem', height: '3rem', radius: '50%' } }
