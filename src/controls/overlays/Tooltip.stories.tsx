import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, waitFor } from 'storybook/test'
import { Button } from '../Button.tsx'

/** Anything with `data-tip` has one: the page's one layer, around every story, shows it. */
const Tipped = ({ tip }: { readonly tip: string }) => <Button data-tip={tip}>Gravar</Button>

const meta = { title: 'Controles/Dica', component: Tipped, args: { tip: 'Gravar (Ctrl+S)' } } satisfies Meta<typeof Tipped>
export default meta

const show: NonNullable<StoryObj<typeof meta>['play']> = async () => {
  const button = await screen.findByRole('button', { name: 'Gravar' })
  const tell = (): void => {
    if (document.querySelector(':popover-open')) return
    button.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
    throw new Error('no tip')
  }
  // Less often than a tip takes to come.
  await waitFor(tell, { interval: 700, timeout: 5000 })
}

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Open: StoryObj<typeof meta> = { name: 'Aberta', play: show }
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: { tip: 'Grava o que mudou e volta à lista de onde você veio, na mesma página e com os mesmos filtros.' },
  play: show,
}
