import model from 'virtual:model'
import samples from 'virtual:screen-samples'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect } from 'react'
import { putPreference } from '../../src/browser/data/preferences/preferences.ts'
import ArrangeDialog from '../../src/browser/screens/dashboard/ArrangeDialog.tsx'
import type { ArrangedPiece } from '../../src/browser/screens/dashboard/arrangement.ts'
import { TourOffer } from '../../src/browser/screens/dashboard/tour/TourOffer.tsx'
import TourWalk from '../../src/browser/screens/dashboard/tour/TourWalk.tsx'
import EmailProofNotice from '../../src/browser/screens/EmailProofNotice.tsx'
import InvitationNotice from '../../src/browser/screens/InvitationNotice.tsx'
import { FavouriteStar } from '../../src/browser/shell/favourites/FavouriteStar.tsx'
import FavouritesDialog from '../../src/browser/shell/favourites/FavouritesDialog.tsx'
import LicenceNotice from '../../src/browser/shell/licence/LicenceNotice.tsx'
import { NoticeBell } from '../../src/browser/shell/notices/NoticeBell.tsx'
import NoticePanel from '../../src/browser/shell/notices/NoticePanel.tsx'
import TroubleBanner from '../../src/browser/shell/TroubleBanner.tsx'
import ViewAsBanner from '../../src/browser/shell/ViewAsBanner.tsx'
import { Stage, type StoryRequest } from '../stories/Stage.tsx'
import { answerAppCall, failure, json } from '../stories/stubServer.ts'

export default { title: 'Revisão/Moldura' }

const answer = ({ url }: StoryRequest): Response => {
  const path = url.pathname.replace(/^\/api\//i, '').toLowerCase()
  const common = answerAppCall(model, 'owner', path.includes('/') ? path : `${path}/`)
  const sampled = samples.avisos?.filled?.[path]
  if (sampled) return json(sampled)
  return common ?? failure(404, 'not-found', 'Não encontrado.')
}

/** A part of the frame alone, for somebody with these favourites. */
const part = (name: string, shown: ReactNode, favourites: readonly string[] = []) => ({
  name,
  render: () => (
    <Stage key={name} start="/produtos" answer={answer}>
      <Favoured paths={favourites}>
        <chakra.h1 textStyle="title" p="4">
          {name}
        </chakra.h1>
        <chakra.div px="4">{shown}</chakra.div>
      </Favoured>
    </Stage>
  ),
})

/** The person of all stories. */
const person = 1

function Favoured({ paths, children }: { readonly paths: readonly string[]; readonly children: ReactNode }) {
  useEffect(() => putPreference(`${person}.menu.favoritos`, paths, true), [paths])
  return children
}

const noClose = () => undefined

export const Invitations = part('Aviso de convites', <InvitationNotice count={2} />)
export const Unproved = part('Aviso de e-mail a confirmar', <EmailProofNotice />)
export const OneInvitation = part('Aviso de um convite', <InvitationNotice count={1} />)

const lines = Array.from({ length: 7 }, (_, at) => `schemas/registers/loja/fretes.schema.json:${at + 3}:5 keyword-unknown`)
export const LeftOut = part('Definições deixadas de fora', <TroubleBanner trouble={{ lines, kept: false }} />)
export const LastGood = part(
  'Definições anteriores em vigor',
  <TroubleBanner trouble={{ lines: lines.slice(0, 1), kept: true }} />,
)
export const SeenAs = part('Vendo como outra pessoa', <ViewAsBanner name="Maria da Conceição" />)
export const Licence = part('Aviso de licença', <LicenceNotice folded={false} />)

export const StarOff = part('Estrela de uma tela', <FavouriteStar path="/produtos" />)
export const StarOn = part('Estrela de uma tela favorita', <FavouriteStar path="/produtos" />, ['/produtos'])

export const Bell = part('Sino com um aviso novo', <NoticeBell />)
export const Told = part('Lista que o sino abre', <NoticePanel onClose={noClose} />)

export const NoFavourites = part('Favoritos: nenhum', <FavouritesDialog onClose={noClose} />)
export const Favourites = part('Favoritos em ordem', <FavouritesDialog onClose={noClose} />, ['/produtos', '/grupos', '/Conta'])

const piece = (id: string, title: string): ArrangedPiece => ({ when: 'true', items: [], piece: { id, title } })
export const Arrange = part(
  'Organizar a página',
  <ArrangeDialog
    columns={[
      [piece('vendas', 'Números de vendas'), piece('contas', 'Próximas contas')],
      [piece('caixas', 'Lista de caixas abertos')],
    ]}
    arrangement={{ order: [], hidden: ['contas'] }}
    onChange={noClose}
    onClose={noClose}
  />,
)
export const Offered = part('Visita oferecida', <TourOffer onBegin={noClose} onLater={noClose} />)
const stop = { at: 'vendas', title: 'Do número às vendas', help: 'Toque num número para ver as vendas que o formam.' }
export const Walk = part(
  'Visita numa parada',
  <>
    <chakra.p data-piece="vendas">R$ 1.200,00</chakra.p>
    <TourWalk tour={{ title: 'Conheça a tela', items: [stop] }} onEnd={noClose} />
  </>,
)
