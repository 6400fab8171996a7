import type { Meta, StoryObj } from '@storybook/react-vite'
import { Icon } from './Icon.tsx'

const meta = { title: 'Controles/Ícone', component: Icon, args: { name: 'shopping-cart' } } satisfies Meta<typeof Icon>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Large: StoryObj<typeof meta> = { name: 'Grande', args: { size: '2rem' } }
