import type { SecondFactorState } from '../../../api/secondFactor.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { call } from '../../data/api.ts'
import { askPasskey, hasPasskeySupport, type PasskeyRequest } from '../../ui/passkeys.ts'
import { ask } from './AskDialog.tsx'

/** By what a person proves again who they are, as the calls take it. */
export type Proof = Readonly<Record<'password' | 'code', string>> | object

/** Calls below users/segundo-fator. */
export const factorCall = async <T = unknown>(path: string, body: object): Promise<T> =>
  (await call<T>('POST', `users/segundo-fator/${path}`, { body })).data

/** Tells whether passkeys can be made and used on this page. */
export const passkeysHere = ({ endereco }: SecondFactorState): boolean =>
  endereco.passkeys && endereco.origem === location.origin && hasPasskeySupport()

/** Asks for a code or a passkey of who has a factor, else for the password, and does what it is needed for; undefined when the person left. */
export function withProof<T>(
  say: Translate,
  state: SecondFactorState,
  { title, confirm }: { readonly title: string; readonly confirm: string },
  run: (proof: Proof) => Promise<T>,
): Promise<T | undefined> {
  if (!state.totp && state.passkeys.length === 0)
    return ask(say, {
      title,
      confirm,
      label: say('second-factor.password'),
      input: { type: 'password', autoComplete: 'current-password' },
      run: password => run({ password }),
    })
  const byPasskey = async (): Promise<T> => {
    const { challenge, options } = await factorCall<{ challenge: string; options: PasskeyRequest }>('provar', {})
    return run({ proof: { challenge, response: await askPasskey(options) } })
  }
  const usable = state.passkeys.length > 0 && passkeysHere(state)
  return ask(say, {
    title,
    confirm,
    label: say('second-factor.any-code'),
    input: { autoComplete: 'one-time-code' },
    ...(usable ? { other: { label: say('second-factor.use-passkey'), run: byPasskey } } : {}),
    run: code => run({ code }),
  })
}
