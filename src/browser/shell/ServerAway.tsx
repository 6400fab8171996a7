import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../controls/Banner.tsx'
import { lastFigures } from '../offline/lastFigures.ts'

/** Words of their own: the first page's code does without them. */
const texts = {
  offline: 'Sem conexão com o servidor',
  offlineHelp: 'Esta página abre sozinha assim que o servidor responder.',
  lastFigures: 'Últimos números vistos neste aparelho',
}

/** In the frame that waits for its session: the page came without a network, and goes on once the server answers. */
export default function ServerAway() {
  return (
    <chakra.div px={{ base: '2', md: '4' }} pt="2">
      <Banner tone="warning" title={texts.offline}>
        {texts.offlineHelp}
      </Banner>
      {location.pathname === '/' ? <Last /> : null}
    </chakra.div>
  )
}

/** The first page's figures as they were seen last on this device, with their moment. */
function Last() {
  const last = lastFigures()
  if (!last) return null
  const at = new Date(last.at).toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
  return (
    <chakra.section px="2" pt="4" pb="2" aria-label={texts.lastFigures}>
      <chakra.h1 fontWeight="600">{last.store}</chakra.h1>
      <chakra.p textStyle="note">{`${texts.lastFigures}, ${at}`}</chakra.p>
      <chakra.dl display="grid" gap="3" mt="3" gridTemplateColumns="repeat(auto-fit, minmax(min(11rem, 100%), 1fr))">
        {Object.entries(last.figures).map(([title, text]) => (
          <chakra.div key={title} bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="lg" px="4" py="3">
            <chakra.dt textStyle="label" color="fg.muted">
              {title}
            </chakra.dt>
            <chakra.dd fontSize="xl" fontWeight="600">
              {text}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  )
}
