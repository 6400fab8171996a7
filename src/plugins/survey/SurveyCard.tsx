import { chakra } from '@chakra-ui/react/styled-system'
import { X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, useSession, useTranslate } from '../../browser/plugin.ts'
import { Banner } from '../../controls/Banner.tsx'
import { Button, IconButton } from '../../controls/Button.tsx'
import { FormField } from '../../controls/fields/FormField.tsx'
import { TextArea } from '../../controls/fields/TextInput.tsx'
import { moveFocus } from '../../controls/moveFocus.ts'
import { feedbackLength, questionOf } from './due.ts'
import { Thanks } from './Thanks.tsx'
import { rememberAnswered, useSurveyDue } from './useSurvey.ts'

const Card = chakra('aside', {
  base: {
    position: 'fixed',
    insetEnd: { base: '2', md: '5' },
    bottom: { base: '4.5rem', md: '5' },
    zIndex: 'overlay',
    width: 'min(26rem, calc(100vw - 1rem))',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'lg',
    boxShadow: 'float',
    animation: 'rise 180ms ease-out',
    '@media print': { display: 'none' },
  },
})

/** The satisfaction survey: a card in the corner, for who has not answered in 90 days. */
export default function SurveyCard() {
  const due = useSurveyDue()
  const [state, setState] = useState<'open' | 'closed' | 'sent'>('open')
  if (state === 'sent') return <Thanks onClose={() => setState('closed')} />
  return due && state === 'open' ? <Survey onSent={() => setState('sent')} onClose={() => setState('closed')} /> : null
}

function Survey({ onSent, onClose }: { onSent(): void; onClose(): void }) {
  const say = useTranslate()
  const [score, setScore] = useState<number>()
  const [step, setStep] = useState<1 | 2>(1)
  return (
    <Card aria-label={say('survey.title')}>
      <chakra.div display="flex" alignItems="center" mb="2">
        <chakra.h2 textStyle="label" color="fg.muted" flex="1">
          {say('survey.title')}
        </chakra.h2>
        <IconButton size="sm" label={say('survey.later')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </chakra.div>
      {step === 1 || score === undefined ? (
        <Scores
          chosen={score}
          onChoose={one => {
            setScore(one)
            setStep(2)
          }}
        />
      ) : (
        <Words score={score} onBack={() => setStep(1)} onSent={onSent} />
      )}
    </Card>
  )
}

const scores = Array.from({ length: 11 }, (_, score) => score)

const Scale = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(11, minmax(0, 1fr))',
    gap: '1',
    '& > button': {
      minHeight: '2.25rem',
      borderRadius: 'md',
      borderWidth: '1px',
      borderColor: 'border.control',
      bg: 'bg.panel',
      fontWeight: 'medium',
      fontVariantNumeric: 'tabular-nums',
      _hover: { bg: 'accent.subtle', borderColor: 'accent.solid' },
      '&[aria-pressed="true"]': { bg: 'accent.solid', color: 'accent.contrast', borderColor: 'accent.solid' },
    },
  },
})

/** First step: a score from 0 to 10. */
function Scores({ chosen, onChoose }: { readonly chosen: number | undefined; onChoose(score: number): void }) {
  const say = useTranslate()
  return (
    <>
      <chakra.p id="survey-question" fontWeight="600" mb="3">
        {say('survey.question')}
      </chakra.p>
      <Scale role="group" aria-labelledby="survey-question" onKeyDown={event => moveFocus(event, 'button', 'horizontal')}>
        {scores.map(score => (
          <button
            key={score}
            type="button"
            aria-label={say('survey.score', { score })}
            aria-pressed={score === chosen}
            onClick={() => onChoose(score)}
          >
            {score}
          </button>
        ))}
      </Scale>
      <chakra.div display="flex" justifyContent="space-between" mt="1.5" textStyle="note">
        <span>{say('survey.least')}</span>
        <span>{say('survey.most')}</span>
      </chakra.div>
    </>
  )
}

/** Second step: free words, then send; or back. */
function Words({ score, onBack, onSent }: { readonly score: number; onBack(): void; onSent(): void }) {
  const say = useTranslate()
  const { user, store } = useSession()
  const [feedback, setFeedback] = useState('')
  const [state, setState] = useState<'asked' | 'sending' | 'failed'>('asked')
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setState('sending')
    try {
      await call('POST', 'Nps', { body: { userId: user.id, ...(store ? { lojaId: store.id } : {}), score, feedback } })
      rememberAnswered(user.id, new Date().toISOString())
      onSent()
    } catch {
      setState('failed')
    }
  }
  return (
    <chakra.form display="flex" flexDirection="column" gap="3" onSubmit={event => void send(event)}>
      <FormField
        id="survey-words"
        label={say(questionOf(score))}
        aside={<chakra.span textStyle="note">{say('survey.score', { score })}</chakra.span>}
      >
        <TextArea
          ref={box}
          id="survey-words"
          maxLength={feedbackLength}
          value={feedback}
          onChange={event => setFeedback(event.currentTarget.value)}
        />
      </FormField>
      {state === 'failed' ? <Banner tone="danger">{say('survey.failed')}</Banner> : null}
      <chakra.div display="flex" gap="2" justifyContent="flex-end">
        <Button onClick={onBack}>{say('back')}</Button>
        <Button type="submit" look="solid" busy={state === 'sending'}>
          {say('survey.send')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
