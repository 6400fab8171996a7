import { chakra } from '@chakra-ui/react/styled-system'
import { EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ExplainReply } from '../../api/explain.ts'
import { Banner } from '../../controls/Banner.tsx'
import { Button } from '../../controls/Button.tsx'
import { Chip } from '../../controls/Chip.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { FormField } from '../../controls/fields/FormField.tsx'
import { TextInput } from '../../controls/fields/TextInput.tsx'
import type { Screen } from '../../model/model.ts'
import { call } from '../data/api.ts'
import { useTranslate } from '../data/session.tsx'
import { useSearchParams } from '../router/router.tsx'
import { ScreenHead } from './ScreenHead.tsx'
import { type UserChoice, UserPicker, userChoiceQuery } from './UserPicker.tsx'
import { useStartViewAs } from './useStartViewAs.ts'

/** Somebody and an address: which rule hides what there; and the pages as that person sees them. */
export default function ExplainScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const [params] = useSearchParams()
  const [address, setAddress] = useState(params.get('caminho') ?? '/')
  const [whom, setWhom] = useState<UserChoice>({ kind: 'employee', flags: [] })
  const [answer, setAnswer] = useState<ExplainReply>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const seeAs = useStartViewAs(setFailure)
  useEffect(() => setAddress(params.get('caminho') ?? '/'), [params])
  const ask = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const query = { caminho: address, ...userChoiceQuery(whom) }
      setAnswer((await call<ExplainReply>('GET', 'explicar', { query, keepSession: true })).data)
    } catch (error) {
      setAnswer(undefined)
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <chakra.form
        display="flex"
        flexDirection="column"
        gap="4"
        mb="6"
        onSubmit={event => {
          event.preventDefault()
          void ask()
        }}
      >
        <FormField id="por-que-endereco" label={say('work.why-address')}>
          <TextInput id="por-que-endereco" value={address} onChange={event => setAddress(event.currentTarget.value)} />
        </FormField>
        <UserPicker value={whom} onChange={setWhom} />
        <chakra.div display="flex" gap="2" flexWrap="wrap">
          <Button type="submit" look="solid" busy={busy}>
            {say('work.why-ask')}
          </Button>
          <Button onClick={() => void seeAs(whom, address)}>{say('work.see-as')}</Button>
        </chakra.div>
      </chakra.form>
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      {answer ? <Answered answer={answer} /> : null}
    </chakra.div>
  )
}

function Answered({ answer }: { readonly answer: ExplainReply }) {
  const say = useTranslate()
  const { alvo, aberta, itens, tela } = answer
  return (
    <chakra.section aria-label={tela.title} aria-live="polite">
      <Banner tone={aberta ? 'info' : 'warning'} title={tela.title}>
        {say(aberta ? 'work.why-open' : 'work.why-closed', { name: alvo.nome })}
      </Banner>
      {itens.length === 0 ? (
        <EmptyState icon={<EyeOff />} title={say('work.why-nothing')} />
      ) : (
        <chakra.ul listStyleType="none" mt="4" bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="lg">
          {itens.map(item => (
            <chakra.li
              key={`${item.tipo} ${item.nome} ${item.motivo}`}
              display="flex"
              gap="3"
              alignItems="baseline"
              px="4"
              py="2.5"
              css={{ '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border.muted' } }}
            >
              <Chip>{say(`work.why-${item.tipo}`)}</Chip>
              <chakra.span flex="1" minWidth="0">
                <chakra.span fontWeight="medium">{item.titulo}</chakra.span>
                <chakra.span display="block" color="fg.muted">
                  {item.motivo}
                </chakra.span>
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  )
}
