import { field, group, type Xml } from './element.ts'
import { fiscalText } from './fiscalText.ts'
import type { NoteCarrier, NoteDocument, NoteVolume } from './noteDocument.ts'

/** Writes the carrier, the vehicle and the volumes. */
export function transportText({ modo_frete, transporte }: NoteDocument): Xml {
  const { transportadora, veiculo, volumes = [] } = transporte ?? {}
  return group(
    'transp',
    field('modFrete', modo_frete),
    transportadora ? carrierText(transportadora) : '',
    veiculo
      ? group(
          'veicTransp',
          field('placa', veiculo.placa),
          field('UF', veiculo.uf),
          field('RNTC', fiscalText(veiculo.rntc ?? '', 20)),
        )
      : '',
    ...volumes.map(volumeText),
  )
}

function carrierText({ cnpj, nome, inscricao_estadual, endereco, cidade, uf }: NoteCarrier): Xml {
  return group(
    'transporta',
    cnpj ? field(cnpj.length === 11 ? 'CPF' : 'CNPJ', cnpj) : '',
    field('xNome', fiscalText(nome, 60)),
    // A registration is only understood beside its state.
    uf && inscricao_estadual ? field('IE', inscricao_estadual) : '',
    field('xEnder', fiscalText(endereco ?? '', 60)),
    field('xMun', fiscalText(cidade ?? '', 60)),
    field('UF', uf),
  )
}

const weight = (name: string, value: number | null): Xml => (value === null ? '' : field(name, value.toFixed(3)))

const volumeText = (of: NoteVolume): Xml =>
  group(
    'vol',
    of.quantidade === null ? '' : field('qVol', of.quantidade),
    field('esp', fiscalText(of.especie ?? '', 60)),
    field('marca', fiscalText(of.marca ?? '', 60)),
    field('nVol', fiscalText(of.numeracao ?? '', 60)),
    weight('pesoL', of.peso_liquido),
    weight('pesoB', of.peso_bruto),
  )
