import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect } from 'react'
import { dismissToast, showToast, type ToastOptions, toasts } from './toasts.ts'

/** Says what it is given; the page's toaster, around every story, shows it. */
function Said({ said }: { readonly said: readonly ToastOptions[] }) {
  useEffect(() => {
    for (const one of said) showToast(one)
    return () => {
      for (const one of toasts.read()) dismissToast(one.id)
    }
  }, [said])
  return <p>No canto da página.</p>
}

const meta = { title: 'Controles/Avisos', component: Said } satisfies Meta<typeof Said>
export default meta

export const Open: StoryObj<typeof meta> = {
  name: 'Aberto',
  args: {
    said: [
      { text: 'Gravado com sucesso.', undo: () => undefined },
      {
        text: 'Produto criado.',
        link: { title: 'Abrir Pão de queijo recheado com catupiry da casa', address: '#', go: () => undefined },
        undo: () => undefined,
      },
      { tone: 'warning', text: 'A conexão voltou.' },
      { tone: 'danger', text: 'Não foi possível gravar.' },
    ],
  },
}
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: { said: [{ tone: 'info', text: 'O arquivo com todas as linhas da lista está sendo preparado. '.repeat(4) }] },
}
