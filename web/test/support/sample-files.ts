import { openableWordFile } from '../../../test/support/office-files.ts';
import { contractFile } from './sample-contract.ts';
import { drawingFile, drawingPicture, photographFile } from './sample-pictures.ts';

export const craneRental = {
  title: 'Crane rental',
  party: 'Lifting & Sons',
  subject: 'a tower crane of two hundred tonnes with its drivers',
  special: 'The deposit lies in an escrow account at the Northern Bank until the last day.',
};

const otherContracts = [
  {
    title: 'Bridge deck',
    party: 'Arch Builders',
    subject: 'the steel deck and its hangers',
    special: 'Five per cent of each invoice are kept back until the works are accepted.',
  },
  {
    title: 'Foundations',
    party: 'Deep Ground Ltd',
    subject: 'the bored piles and abutments of both banks',
    special: 'Rock that is found above the expected depth is paid by the cubic metre.',
  },
  {
    title: 'Ground survey',
    party: 'Terra Institute',
    subject: 'twelve borings and their analysis',
    special: 'A first payment of one third is due when the drilling rig arrives.',
  },
  {
    title: 'Painting',
    party: 'Coast Coatings',
    subject: 'four coats of paint on all steel parts',
    special: 'Material is paid on delivery, work by the square metre.',
  },
  {
    title: 'Steel supply',
    party: 'Northern Mills',
    subject: 'six hundred tonnes of structural steel',
    special: 'The price of steel follows the index of the month of the order.',
  },
];

/** The folder of a building site: contracts, drawings, photographs and office files, by their paths. */
export async function sampleFiles(): Promise<Readonly<Record<string, string | Buffer>>> {
  const folder = 'Riverside bridge';
  return {
    ...(await contracts(`${folder}/Contracts`)),
    [`${folder}/Drawings/Arch elevation.png`]: await drawingPicture({
      title: 'Arch elevation',
      number: 'RB-101',
    }),
    [`${folder}/Drawings/Deck section.svg`]: drawingFile({
      title: 'Deck section',
      number: 'RB-102',
    }),
    [`${folder}/Drawings/Foundations.png`]: await drawingPicture({
      title: 'Foundations',
      number: 'RB-103',
    }),
    ...(await photographs(`${folder}/Photographs`)),
    [`${folder}/Costs.csv`]: costs,
    [`${folder}/First site meeting.md`]: minutes,
  };
}

async function contracts(folder: string): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const contract of [craneRental, ...otherContracts]) {
    files[`${folder}/${contract.title}.pdf`] = await contractFile(contract);
  }
  files[`${folder}/Railings offer.docx`] = Buffer.from(await openableWordFile(...offer));
  return files;
}

async function photographs(folder: string): Promise<Record<string, Buffer>> {
  return {
    [`${folder}/Evening from the south.jpg`]: await photographFile({
      sky: ['#32456b', '#f2a65e'],
      hills: '#3b3346',
      water: '#2a3350',
      steel: '#1f1d2b',
      sun: [1180, 600],
    }),
    [`${folder}/Morning from the north.jpg`]: await photographFile({
      sky: ['#6fa8dc', '#e8f2f8'],
      hills: '#4f7a52',
      water: '#2f6488',
      steel: '#b5402f',
      sun: [380, 200],
    }),
    [`${folder}/Winter closure.jpg`]: await photographFile({
      sky: ['#aab6c2', '#eef1f4'],
      hills: '#8d99a3',
      water: '#5f7382',
      steel: '#4d5a66',
      sun: [820, 240],
    }),
  };
}

const minutes = `# First site meeting

Present: Ann Archer, Bob Baker, Cléo Durand

- The drawing **RB-101** is approved in revision B.
- The deck waits for the *survey* of the eastern bank.

| Item | Who | Until |
| --- | --- | --- |
| Survey of the eastern bank | Ann | Friday |
| Crane on the quay | Bob | Monday |
`;

const costs = `item,amount
Steel of the arch,412000
Concrete of the foundations,187500
Crane rental,96000
Railings,58400
`;

const offer = [
  'Offer for the railings',
  'We offer 168 metres of railings of stainless steel, with handrail and lighting, delivered to the quay and installed.',
  'The price of 58,400 is valid until the end of the year.',
];
