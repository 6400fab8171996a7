import model from 'virtual:model'
import samples from 'virtual:screen-samples'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useState } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { MultiSelect } from '../../src/browser/report/parameters/MultiSelectField.tsx'
import TourWalk from '../../src/browser/screens/dashboard/tour/TourWalk.tsx'
import TopStates from '../../src/browser/screens/states/TopState.tsx'
import { NoticeBell } from '../../src/browser/shell/notices/NoticeBell.tsx'
import { StoreSelector } from '../../src/browser/shell/stores/StoreSelector.tsx'
import { Button } from '../../src/controls/Button.tsx'
import { FormField } from '../../src/controls/fields/FormField.tsx'
import { Menu } from '../../src/controls/overlays/Menu.tsx'
import type { ControlField } from '../../src/kinds/controlProps.ts'
import { KindInput } from '../../src/kinds/inputs.ts'
import type { Value } from '../../src/kinds/kind.ts'
import { Stage, type StoryRequest } from '../stories/Stage.tsx'
import { answerAppCall, answerList, failure, json } from '../stories/stubServer.ts'

/**
 * Every part that opens a panel of choices, pressed on its texts: a press on a text focuses the page around it, which is no reason to close the
 * list. A unit test (src/controls/stories.test.ts) holds that each such part is here.
 */
export default { title: 'Revisão/Escolhas por clique no texto' }

const answer = async ({ url }: StoryRequest): Promise<Response> => {
  const path = url.pathname.replace(/^\/api\//i, '')
  const call = path.toLowerCase()
  const common = answerAppCall(model, 'owner', call.includes('/') ? call : `${call}/`)
  if (common && call === 'users/configuracao') {
    const session = await common.json()
    const branch = { ...session.loja, id: 2, lojaId: 2, nome_fantasia: 'Cantina da Estação' }
    return json({ ...session, usuario: { ...session.usuario, lojas: [...session.usuario.lojas, branch] } })
  }
  const shown = Object.values(samples).find(states => states.filled?.[path])?.filled?.[path]
  return (
    common ??
    (shown === undefined ? undefined : json(shown)) ??
    answerList(model, path.split('/')[0] ?? '') ??
    failure(404, 'not-found', 'Não encontrado.')
  )
}

type Play = (context: { readonly canvasElement: HTMLElement }) => Promise<void>

const choice = (name: string, shown: ReactNode, play: Play) => ({
  name,
  render: () => (
    <Stage key={name} start="/produtos" answer={answer}>
      <chakra.h1 textStyle="title" p="4">
        {name}
      </chakra.h1>
      <chakra.div p="4" maxWidth="24rem">
        {shown}
      </chakra.div>
    </Stage>
  ),
  play,
})

type Press = (text: HTMLElement) => Promise<unknown>
const byMouse: Press = text => userEvent.click(text)
const byFinger: Press = text => userEvent.pointer({ keys: '[TouchA]', target: text })

const payments = ['Dinheiro', 'PIX', 'Cartão de crédito'].map(title => ({ value: title, title }))

function Payments() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const titles = new Map(payments.map(({ value, title }) => [value, title]))
  const texts = { title: 'Moedas', none: 'Todas', text: '' }
  return <MultiSelect id="moedas" options={payments} titles={titles} chosen={chosen} onChange={setChosen} {...texts} />
}

const ticked =
  (press: Press): Play =>
  async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Todas' }))
    const list = within(await screen.findByRole('dialog', { name: 'Moedas' }))
    for (const [at, { title }] of payments.entries()) {
      await press(list.getByText(title))
      // The list stands, and shows what was ticked so far.
      await expect(list.getAllByRole('checkbox', { checked: true })).toHaveLength(at + 1)
    }
  }

export const Several = choice('Várias opções, pelo mouse', <Payments />, ticked(byMouse))
export const SeveralByFinger = choice('Várias opções, pelo dedo', <Payments />, ticked(byFinger))

function Columns() {
  const [shown, setShown] = useState(false)
  const entries = [{ heading: 'Colunas' }, { id: 'nome', title: 'Nome', checked: shown, act: () => setShown(!shown) }]
  return <Menu side="bottom-start" entries={entries} trigger={props => <Button {...props}>Exibir</Button>} />
}

const toggled =
  (press: Press): Play =>
  async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Exibir' }))
    await press(await screen.findByText('Colunas'))
    await press(screen.getByText('Nome'))
    const box = await screen.findByRole('menuitemcheckbox', { name: 'Nome', checked: true })
    // A menu is seen through in its first frames.
    await waitFor(() => expect(box).toBeVisible())
  }

export const Boxes = choice('Menu com caixas, pelo mouse', <Columns />, toggled(byMouse))
export const BoxesByFinger = choice('Menu com caixas, pelo dedo', <Columns />, toggled(byFinger))

const group: ControlField = {
  name: 'grupoId',
  title: 'Grupo',
  kind: 'reference',
  required: false,
  reference: { to: 'grupos', as: 'grupo', textKey: false, from: 0, onRemove: 'refuse' },
}

function Group() {
  const [value, setValue] = useState<Value>(null)
  return (
    <FormField id="grupo" label="Grupo">
      <KindInput id="grupo" field={group} value={value} onChange={setValue} />
    </FormField>
  )
}

const referred =
  (press: Press): Play =>
  async () => {
    const box = await screen.findByRole('combobox', { name: 'Grupo' })
    await userEvent.click(box)
    const [first] = await screen.findAllByRole('option')
    const text = first?.lastElementChild
    if (!(text instanceof HTMLElement)) throw new Error('no option')
    const label = text.textContent ?? ''
    await press(text)
    await expect(box).toHaveValue(label)
  }

export const Reference = choice('Registro, pelo mouse', <Group />, referred(byMouse))
export const ReferenceByFinger = choice('Registro, pelo dedo', <Group />, referred(byFinger))

const stores =
  (press: Press): Play =>
  async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Cantina da Praça/ }))
    await press(within(await screen.findByRole('listbox')).getAllByText(/\d\d\.\d{3}\.\d{3}/)[0] ?? document.body)
    await expect(await screen.findByRole('button', { name: /Cantina da Praça/ })).toHaveAttribute('aria-expanded', 'false')
  }

export const Stores = choice('Lojas, pelo mouse', <StoreSelector folded={false} />, stores(byMouse))
export const StoresByFinger = choice('Lojas, pelo dedo', <StoreSelector folded={false} />, stores(byFinger))

const read =
  (press: Press): Play =>
  async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Status da loja/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Status da loja' }))
    await press(panel.getByText('Entrega'))
    // A panel appears within some frames, and is seen through in the first.
    await waitFor(() => expect(panel.getByText('Retirada')).toBeVisible())
  }

export const TopState = choice('Estado no topo, pelo mouse', <TopStates />, read(byMouse))
export const TopStateByFinger = choice('Estado no topo, pelo dedo', <TopStates />, read(byFinger))

const told =
  (press: Press): Play =>
  async () => {
    await userEvent.click(await screen.findByRole('button', { name: /avis/i }))
    const panel = within(await screen.findByRole('dialog', { name: /avisos/i }))
    await press(await panel.findByRole('heading'))
    await waitFor(() => expect(panel.getByRole('heading')).toBeVisible())
  }

export const Notices = choice('Avisos, pelo mouse', <NoticeBell />, told(byMouse))
export const NoticesByFinger = choice('Avisos, pelo dedo', <NoticeBell />, told(byFinger))

const stops = [
  { at: 'vendas', title: 'Do número às vendas', help: 'Toque num número para ver as vendas que o formam.' },
  { at: 'contas', title: 'Contas', help: 'As próximas a vencer.' },
]

function Tour() {
  return (
    <>
      <chakra.p data-piece="vendas">R$ 1.200,00</chakra.p>
      <chakra.p data-piece="contas">R$ 80,00</chakra.p>
      <TourWalk tour={{ title: 'Conheça a tela', items: stops }} onEnd={() => undefined} />
    </>
  )
}

const walked =
  (press: Press): Play =>
  async () => {
    await press(await screen.findByText(stops[0]?.help ?? ''))
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Do número às vendas' })).toBeVisible())
    await press(screen.getByRole('button', { name: 'Próximo' }))
    await press(await screen.findByText(stops[1]?.help ?? ''))
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Contas' })).toBeVisible())
  }

export const Walk = choice('Visita à tela, pelo mouse', <Tour />, walked(byMouse))
export const WalkByFinger = choice('Visita à tela, pelo dedo', <Tour />, walked(byFinger))
