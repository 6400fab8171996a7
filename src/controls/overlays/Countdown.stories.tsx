import type { Meta, StoryObj } from '@storybook/react-vite'
import { Countdown } from './Countdown.tsx'

const meta = {
  title: 'Controles/Contagem',
  component: Countdown,
  args: { until: '2999-12-31T23:59:59Z' },
} satisfies Meta<typeof Countdown>
export default meta

export const Over: StoryObj<typeof meta> = { name: 'Acabou', args: { until: '2020-01-01T12:00:00Z' } }
