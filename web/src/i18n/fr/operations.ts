import type { operations as english } from '../en/operations.ts';

export const operations: Readonly<Record<keyof typeof english, string>> = {
  'operations.title': 'Opérations',
  'operations.intro':
    'Les opérations et les chaînes du serveur, chacune avec un formulaire. Elles s’exécutent immédiatement, avec vos droits.',
  'operations.search': 'Chercher des opérations',
  'operations.noneFound': 'Aucune opération ne contient ces mots.',
  'operations.inputKind': 'Type d’entrée',
  'operations.input': 'Entrée',
  'operations.inputDocument':
    'L’identifiant ou le chemin d’un document. Une partie de son titre suffit pour le chercher.',
  'operations.inputDocuments':
    'Des identifiants ou des chemins de documents, séparés par des virgules ou des espaces.',
  'operations.inputValue': 'Un texte, ou du JSON.',
  'operations.file': 'Entrée : un fichier de cet ordinateur',
  'operations.notSent': 'Non envoyé',
  'operations.suggested': 'Suggestions : {values}',
  'operations.sentAsTyped': 'Aucun résultat. Le texte est envoyé tel quel.',
  'operations.isRequired': 'Ce champ est obligatoire.',
  'operations.isNoJson': 'Ce texte commence comme du JSON, mais n’est pas du JSON valide.',
  'operations.run': 'Exécuter',
  'operations.asCommand': 'Comme commande',
  'operations.result': 'Résultat',
  'operations.nothing': 'Terminé. L’opération ne renvoie rien.',
};
